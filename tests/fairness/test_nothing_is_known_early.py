"""Before a sealed shoe ends, no seed, no key and no undealt card is anywhere that anybody can look.

Looked through: events, views and offers of every role, waits, refusals, snapshots, records, exports
and the text of a table. Planted once and caught here: a commitment that is the seed itself.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from casinowar.fairness.seeds import Label, shoe_key, sub_key
from casinowar.record.history import write_commands
from casinowar.table import commands as c
from casinowar.table.legal import legal
from casinowar.table.refusals import Refusal
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at
from casinowar.table.view import view
from casinowar.table.waits import waits_for
from casinowar.wire import encode_json, snapshot_of, to_json
from tests.kit.fair import AT, FairTable, seed_of, signer_at


def secrets_of(game: FairTable) -> list[str]:
    """What nobody may know while the shoe is open: seeds and keys, of this shoe and the next."""
    mix = game.state.mix
    assert mix is not None
    found = list[str]()
    for number in range(mix.number, mix.number + 3):
        seed = seed_of(number, game.salt)
        found.append(seed.reveal().hex())
        sealed = {each.seat: bytes.fromhex(each.commitment) for each in mix.contributions}
        opened = {
            each.seat: bytes.fromhex(each.value)
            for each in mix.contributions
            if each.value is not None
        }
        for values in ({}, opened):
            key = shoe_key(seed, game.origin, number, sealed, values)
            found += [key.reveal().hex(), *(sub_key(key, label).reveal().hex() for label in Label)]
    if not mix.closed or game.state.phase.value == "load":
        found += [
            game.value(mix.number, each.seat).hex()
            for each in mix.contributions
            if each.value is None
        ]
    return found


def everything_shown(game: FairTable, folder: Path) -> str:
    """All that anybody at the table can see, ask for or take away."""
    state = game.state
    people: list[Who | None] = [None, DEALER_ROLE, FLOOR_ROLE, *map(player_at, range(1, 8))]
    shown = [to_json(view(state, who, game.table.shoe)) for who in people]
    offers = [repr(legal(state, who, game.table.shoe)) for who in people if who is not None]
    waits = repr(waits_for(state, game.table.shoe))
    cheat = game.table.do(c.OpenContribution(seat=game.seats[0], value="0" * 64))
    assert isinstance(cheat, Refusal)
    texts = [event.text(game.house) for each in game.done for event in each.events]
    return "\n".join(
        [
            repr(state),
            repr(game.table),
            repr(game.fair),
            encode_json(shown).decode(),
            *offers,
            waits,
            repr(cheat),
            *texts,
            encode_json(snapshot_of(state)).decode(),
            write_commands(game.done, AT).decode(),
            game.export(signer_at(folder)).decode(),
        ]
    )


def test_nothing_of_an_open_shoe_is_known(tmp_path: Path) -> None:
    game = FairTable(Random(5), seats=(1, 3, 6), withholding=frozenset({6}))
    looked = 0
    while game.ended < 1:
        if game.random.random() < 0.15:
            shown = everything_shown(game, tmp_path)
            for secret in secrets_of(game):
                assert secret not in shown
            looked += 1
        game.step()
    assert looked > 10
    shown = everything_shown(game, tmp_path)
    assert seed_of(1, game.salt).reveal().hex() in shown  # the check itself finds what it looks for


def test_what_is_shown_before_the_end_fits_any_other_stack() -> None:
    """The cards that were dealt follow from the shoe; those that come are asked for one by one."""
    game = FairTable(Random(6), seats=(2,)).play(lambda game: game.state.shoe.drawn > 100)
    shown = [event for each in game.done for event in each.events if hasattr(event, "card")]
    burned = [event for each in game.done for event in each.events if event.NAME == "card_burned"]
    assert len(shown) + len(burned) == game.state.shoe.drawn
    assert not any(hasattr(event, "card") for event in burned)
