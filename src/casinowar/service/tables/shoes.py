"""The shoes of one table: derived from numbered, sealed seeds when they are needed, never stored.

``shoe`` is asked by the engine and cannot wait for a database. A seed that is not in memory yet is
an exception; the host loads it and decides again. Stacked shoes for tests and lessons come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from casinowar.cards import DECK
from casinowar.fairness import KeyFile, derive_shoe, new_seed, seal, unseal
from casinowar.store.interface import Seed, Store, StoreError
from casinowar.table.shoe import NO_SHOE, Shoe, Stack

SEEDS_AHEAD = 8
DIGEST_DIGITS = 8


class SeedNeeded(Exception):  # noqa: N818 - it asks for something
    """A shoe whose seed must be loaded first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Vault:
    """What opens and makes sealed seeds: the sealing keys and a source of random bytes."""

    keys: KeyFile
    random_bytes: Callable[[int], bytes]

    def new_seeds(self, origin: str, first: int, count: int) -> tuple[Seed, ...]:
        """Fresh sealed seeds for these shoes."""
        return tuple(
            Seed(
                shoe=number,
                sealed=seal(
                    self.keys, origin, number, new_seed(self.random_bytes), self.random_bytes
                ),
            )
            for number in range(first, first + count)
        )


@dataclass(frozen=True, slots=True)
class StackedShoes:
    """Shoes that were given, for tests and lessons; the digest names them."""

    decks: int
    shoes: tuple[Stack, ...]
    digest: str

    @staticmethod
    def of(shoes: Sequence[Stack]) -> StackedShoes:
        """These shoes, of which there is at least one."""
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
        self, table: str, origin: str, vault: Vault, stacked: Sequence[Shoe] | None = ()
    ) -> None:
        self._table, self._origin, self._vault = table, origin, vault
        self.missing = stacked is None  # they were given once, and are not now
        self._stacked = tuple(stacked or ())
        self._sealed = dict[int, bytes]()
        self._made = dict[tuple[int, int], Shoe]()  # by number and decks
        self._oldest = 0  # shoes and seeds before this one are forgotten

    def shoe(self, number: int, decks: int) -> Shoe:
        """The shoe of a number; SeedNeeded if its seed is not in memory.

        A closed table has no cards, and so no shoe.
        """
        if not decks or self.missing:
            return NO_SHOE
        if number <= len(self._stacked):
            return self._stacked[number - 1]
        made = self._made.get((number, decks))
        if made is None:
            sealed = self._sealed.get(number)
            if sealed is None:
                raise SeedNeeded(number)
            seed = unseal(self._vault.keys, self._origin, number, sealed)
            made = derive_shoe(self._origin, number, decks, seed)
            self._made[number, decks] = made
        return made

    async def load(self, store: Store, number: int) -> None:
        """Bring the sealed seeds from ``number`` on into memory."""
        for seed in await store.seeds(self._table, number, number + SEEDS_AHEAD):
            self._sealed[seed.shoe] = seed.sealed
        if number not in self._sealed:
            raise StoreError(f"table {self._table}: the seed of shoe {number} is missing")

    async def have(self, store: Store, number: int) -> None:
        """Make sure that the seed of the shoe on the table is in memory."""
        if self.lacks(number):
            await self.load(store, number)

    def lacks(self, number: int) -> bool:
        """Whether the seed of a shoe has to be loaded before it can be dealt from."""
        return bool(number) and number not in self._sealed and number > len(self._stacked)

    def top_up(self, before: int, after: int) -> tuple[Seed, ...]:
        """New seeds for the shoes that were opened; there are always some ahead."""
        return self._vault.new_seeds(self._origin, before + SEEDS_AHEAD + 1, after - before)

    def keep_only(self, number: int) -> None:
        """Forget the shoes and seeds before this one."""
        if number <= self._oldest:
            return
        self._oldest = number
        self._made = {key: shoe for key, shoe in self._made.items() if key[0] >= number}
        self._sealed = {at: seed for at, seed in self._sealed.items() if at >= number}
