"""The shoes of one table: derived from numbered, sealed seeds when they are needed, never stored.

The engine calls ``shoe``, which cannot wait for a database. If a seed is not in memory, it raises;
the host loads the seed and decides again. Stacked shoes for tests and lessons come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from casinowar.cards import DECK
from casinowar.fairness import FairShoe, KeyFile, derive_shoe, new_seed, seal, unseal
from casinowar.fairness.proof import first_head, next_head
from casinowar.fairness.secret import Secret
from casinowar.fairness.signing import SignedHead, Signer
from casinowar.store import Store
from casinowar.store.interface import Seed, StoreError
from casinowar.table.shoe import NO_SHOE, Shoe, Stack

SEEDS_AHEAD = 8
DIGEST_DIGITS = 8
LAST_SHOE = 2**63 - 1


class SeedNeeded(Exception):  # noqa: N818 - it asks for something
    """A shoe whose seed must be loaded first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Origin:
    """Names the shoes of one table, whose seeds are sealed under this name.

    A restore from a backup gives a table a new origin: shoe 7 of this history is not shoe 7 of the
    lost one.
    """

    installation: str
    stream: str  # ``Store.stream``
    table: str

    def __str__(self) -> str:
        return f"casinowar/{self.installation}/{self.stream}/{self.table}"

    def of(self, seed: Seed) -> str:
        """The name under which a seed was sealed; it may be older than a restore."""
        return str(replace(self, stream=seed.stream))


@dataclass(frozen=True, slots=True)
class Vault:
    """Makes and opens sealed seeds, with the sealing keys and a source of random bytes."""

    keys: KeyFile
    random_bytes: Callable[[int], bytes]

    def new_seeds(self, origin: Origin, first: int, count: int) -> tuple[Seed, ...]:
        """Fresh sealed seeds for these shoes."""
        return tuple(
            Seed(
                shoe=number,
                stream=origin.stream,
                sealed=seal(
                    self.keys, str(origin), number, new_seed(self.random_bytes), self.random_bytes
                ),
            )
            for number in range(first, first + count)
        )

    def open(self, origin: Origin, seed: Seed) -> Secret:
        """The seed itself; an InputError if it does not belong to this table."""
        return unseal(self.keys, origin.of(seed), seed.shoe, seed.sealed)


@dataclass(frozen=True, slots=True)
class StackedShoes:
    """Stacked shoes for tests and lessons, named by their digest."""

    decks: int
    shoes: tuple[Stack, ...]
    digest: str

    @staticmethod
    def of(shoes: Sequence[Stack]) -> StackedShoes:
        """Stacked shoes from a list that is not empty."""
        written = [
            [f"{'^' * shoe.lies_face_up(at)}{card}" for at, card in enumerate(shoe.cards)]
            for shoe in shoes
        ]
        digest = sha256("\n".join(map(" ".join, written)).encode("ascii")).hexdigest()
        decks = len(shoes[0].cards) // len(DECK)
        return StackedShoes(decks, tuple(shoes), digest[:DIGEST_DIGITS])


class TableShoes:
    """Gives the engine the shoes of one table."""

    def __init__(
        self,
        origin: Origin,
        vault: Vault,
        stacked: Sequence[Shoe] | None = (),
        *,
        sealed: bool = False,
    ) -> None:
        self._origin, self._vault = origin, vault
        self._players_contribute = sealed
        self.missing = stacked is None  # the table needs stacked shoes and has none
        self._stacked = tuple(stacked or ())
        self._sealed = dict[int, Seed]()
        self._made = dict[tuple[int, int], Shoe]()  # by number and decks
        self._oldest = 0  # shoes and seeds before this one are forgotten

    def shoe(self, number: int, decks: int) -> Shoe:
        """The shoe of a number; SeedNeeded if its seed is not in memory.

        A closed table has no cards, and so no shoe.
        """
        if self._players_contribute:
            return self._sealed_shoe(number)
        if not decks or self.missing:
            return NO_SHOE
        if number <= len(self._stacked):
            return self._stacked[number - 1]
        made = self._made.get((number, decks))
        if made is None:
            sealed = self._in_memory(number)
            made = derive_shoe(self._origin.of(sealed), number, decks, self._seed(number))
            self._made[number, decks] = made
        return made

    def _sealed_shoe(self, number: int) -> Shoe:
        """A sealed shoe; its number of decks is known once the contributions are closed."""
        made = self._made.get((number, 0))
        if made is None:
            made = FairShoe(self._origin.of(self._in_memory(number)), self._seed)
            self._made[number, 0] = made
        return made

    def _in_memory(self, number: int) -> Seed:
        sealed = self._sealed.get(number)
        if sealed is None:
            raise SeedNeeded(number)
        return sealed

    def _seed(self, number: int) -> Secret:
        return self._vault.open(self._origin, self._in_memory(number))

    async def load(self, store: Store, number: int) -> None:
        """Load the sealed seeds from ``number`` on."""
        table = self._origin.table
        for seed in await store.seeds(table, number, number + SEEDS_AHEAD):
            self._sealed[seed.shoe] = seed
        if number not in self._sealed:
            raise StoreError(f"table {table}: the seed of shoe {number} is missing")

    async def have(self, store: Store, number: int) -> None:
        """Load the seed of the shoe on the table, if it is not in memory."""
        if self.lacks(number):
            await self.load(store, number)

    def lacks(self, number: int) -> bool:
        """Whether the seed of a shoe must be loaded before the next deal."""
        return bool(number) and number not in self._sealed and number > len(self._stacked)

    async def renew(self, store: Store, number: int) -> None:
        """Replace the seeds of all shoes after ``number``; those before it stay."""
        table, following = self._origin.table, number + 1
        count = len(await store.seeds(table, following, LAST_SHOE))
        new = self._vault.new_seeds(self._origin, following, count)
        await store.reseal(table, new)
        self._sealed |= {seed.shoe: seed for seed in new}
        self._made = {key: shoe for key, shoe in self._made.items() if key[0] <= number}

    def top_up(self, before: int, after: int) -> tuple[Seed, ...]:
        """New seeds in place of those of opened shoes, so that some are always ready."""
        return self._vault.new_seeds(self._origin, before + SEEDS_AHEAD + 1, after - before)

    def keep_only(self, number: int) -> None:
        """Forget the shoes and seeds before this one."""
        if number <= self._oldest:
            return
        self._oldest = number
        self._made = {key: shoe for key, shoe in self._made.items() if key[0] >= number}
        self._sealed = {at: seed for at, seed in self._sealed.items() if at >= number}


# --- the log of a table with sealed shoes ---------------------------------------------------------
# A head is kept with every snapshot, so that the log is never read from its beginning. A table
# whose shoes are not sealed has no log: its head is empty and stays so.


OVERDUE_MS = 24 * 3_600_000  # after a shoe's last card, when its seed must have been revealed


def head_after(head: bytes, bodies: Iterable[bytes]) -> bytes:
    if head:
        for body in bodies:
            head = next_head(head, body)
    return head


class TableLog:
    """Names the log of one table, and signs its heads."""

    __slots__ = ("_last", "_signer", "origin")

    def __init__(self, origin: str, signer: Signer) -> None:
        self.origin, self._signer = origin, signer
        self._last: SignedHead | None = None

    @property
    def first_head(self) -> bytes:
        return first_head(self.origin)

    def public_keys(self) -> list[dict[str, str]]:
        """Every public key, the newest last, each later one signed by the one before it."""
        return self._signer.public_keys()

    def signed(self, size: int, head: bytes) -> SignedHead:
        """The head after this number of events, signed once for everybody."""
        last = self._last
        if last is None or last.size != size:
            last = self._last = self._signer.sign(self.origin, size, head)
        return last
