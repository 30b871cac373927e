"""Tables with sealed shoes: players who contribute or withhold, and exports of their log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from random import Random

from casinowar.fairness import FairShoe, KeyFile, Purpose, Secret, Signer
from casinowar.fairness.seeds import contribution
from casinowar.houses import House, load_house
from casinowar.live import LiveTable
from casinowar.record.export import Line, write_export
from casinowar.record.history import command_line
from casinowar.table import commands as c
from casinowar.table.automation import Done
from casinowar.table.refusals import Refusal
from casinowar.table.state import Table
from casinowar.table.waits import Awaited
from casinowar.wire import encode_json, event_bytes

ORIGIN = "example.com/casinowar/t1"
DAY = date(2026, 1, 1)
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def seed_of(number: int, salt: int = 0) -> Secret:
    """The seed of a shoe, known to the test."""
    return Secret(sha256(f"seed {salt} {number}".encode()).digest())


def signer_at(folder: Path, byte: int = 7) -> Signer:
    """A signer whose key the test knows."""
    path = folder / f"signing-{byte}"
    if not path.exists():
        KeyFile.create(path, lambda count: bytes([byte] * count), Purpose.SIGNING)
    return Signer(KeyFile(path, Purpose.SIGNING))


@dataclass
class FairTable:
    """A table with sealed shoes, whose players are simulated."""

    random: Random
    house: House = field(default_factory=lambda: load_house("wisconsin"))
    seats: tuple[int, ...] = (1, 3)
    silent: frozenset[int] = frozenset()  # seats that never contribute
    withholding: frozenset[int] = frozenset()  # seats that do not open
    salt: int = 0
    origin: str = ORIGIN
    decks: int | None = None

    def __post_init__(self) -> None:
        """Open the table and sit down."""
        self.done = list[Done]()
        self.values = dict[tuple[int, int], bytes]()  # by shoe and seat
        self.fair = FairShoe(self.origin, lambda number: seed_of(number, self.salt))
        self.table = LiveTable(self.house, shoes=lambda _: self.fair, save=self.done.extend)
        self.table.must(
            c.OpenTable(
                day=DAY, dealer="Ana", tray_cents=10_000_000_00, sealed=True, decks=self.decks
            )
        )
        for seat in self.seats:
            self.table.must(c.TakeSeat(seat=seat, player=f"p{seat}", age_years=30))
            self.table.must(c.BuyChips(seat=seat, cash_cents=1_000_000_00))

    @property
    def state(self) -> Table:
        """The table."""
        return self.table.state

    def value(self, shoe: int, seat: int) -> bytes:
        """What a seat contributes to a shoe."""
        return self.values.setdefault((shoe, seat), self.random.randbytes(32))

    def step(self) -> None:
        """Let one of the awaited people act."""
        waits = self.table.waits_for()
        closed = self.state.mix is not None and self.state.mix.closed
        quiet = self.withholding if closed else self.silent
        # silent players are called only after the others have answered
        ready = [wait for wait in waits if wait.who is None or wait.who.seat not in quiet]
        wait = self.random.choice(ready or waits)
        assert wait.who is not None
        seat, mix = wait.who.seat, self.state.mix
        stake = self.house.limits.first.min_cents
        command: c.Command | None
        match wait.what:
            case Awaited.CONTRIBUTION if mix is not None and not mix.closed:
                value = self.value(mix.number, seat)
                sealed = contribution(self.origin, mix.number, seat, value).hex()
                command = c.SealContribution(seat=seat, commitment=sealed)
                if seat in self.silent:
                    command = wait.otherwise
            case Awaited.CONTRIBUTION:
                assert mix is not None
                command = c.OpenContribution(seat=seat, value=self.value(mix.number, seat).hex())
                if seat in self.withholding:
                    command = wait.otherwise
            case Awaited.CUT:
                size = self.state.shoe.size
                cut = c.TakeCut(seat=seat, cards=self.random.randrange(10, size - 9))
                command = self.random.choice([cut, c.RefuseCut(seat=seat)])
            case Awaited.BET:
                command = c.PlaceWagers(seat=seat, initial_cents=stake)
            case Awaited.CHOICE:
                command = c.GoToWar(seat=seat)
            case Awaited.WAR_TIE:
                command = c.DeclineWarTie(seat=seat)
            case _:
                command = wait.otherwise
        assert command is not None, wait
        self.do(command)

    def do(self, command: c.Command) -> None:
        """Give a command that has to succeed."""
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), answer

    def play(self, until: Callable[[FairTable], bool]) -> FairTable:
        """Play until a condition holds."""
        while not until(self):
            self.step()
        return self

    def shoes(self, count: int) -> FairTable:
        """Play until ``count`` shoes have ended."""
        return self.play(lambda game: game.ended >= count)

    @property
    def ended(self) -> int:
        """How many seeds are revealed."""
        return sum(event.NAME == "seed_revealed" for each in self.done for event in each.events)

    def lines(self) -> list[Line]:
        """The log."""
        return lines_of(self.done)

    def export(self, signer: Signer) -> bytes:
        """The log with its signed heads."""
        return b"".join(write_export(self.origin, self.house, self.lines(), signer))


def lines_of(done: Sequence[Done]) -> list[Line]:
    """Commands with their events, as they are stored."""
    found = list[Line]()
    for each in done:
        given = encode_json({"at": AT.isoformat(), **command_line(each)})
        for index, event in enumerate(each.events):
            found.append(Line(event_bytes(event), b"" if index else given))
    return found
