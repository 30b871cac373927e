"""Significant events in plain words, newest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from casinowar.houses.words import counted
from casinowar.money import show_cents
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId, check_range, check_texts
from casinowar.service.history.reader import Reader
from casinowar.service.history.round_rows import STEP_BY_ITSELF
from casinowar.service.history.shapes import SignificantEvent, SignificantEvents
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.roles import Action
from casinowar.store.interface import FoundNote, NoteQuery
from casinowar.table.words import decks_words

LIMIT_MAX = 500

Json = dict[str, Any]


def _list(values: list[str]) -> str:
    return ", ".join(values) or "none"


def _roles(data: Json) -> list[str]:
    """The roles after a change, with their ends."""
    ends = {role: f" until {iso(end)}" for role, end in data.get("ends", {}).items()}
    return [role + ends.get(role, "") for role in data["after"]]


def _changed(data: Json) -> str:
    """What the owner of a table changed."""
    title = [f"named the table {data['title']}"] if "title" in data else []
    words = {True: ["locked it"], False: ["unlocked it"], None: []}[data.get("locked")]
    return f"The owner {' and '.join((*title, *words)) or 'changed the table'}"


def _day(given: Json) -> str:
    day = date.fromisoformat(given["day"])
    return f"{day:%B} {day.day}"  # as the page writes dates


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


# what a floorperson did, from the fields of the command: before and after the name of the table
FLOOR_WORDS: Mapping[str, Callable[[Json], tuple[str, str]]] = {
    "open_table": lambda given: (
        "opened the table",
        f" for the gaming day of {_day(given)}, with {show_cents(given['tray_cents'])} in chips",
    ),
    "close_table": lambda _: ("closed the table", ""),
    "change_dealer": lambda given: ("changed the dealer", f" to {given['dealer']}"),
    "start_gaming_day": lambda given: (f"started the gaming day of {_day(given)}", ""),
    "fill_tray": lambda given: ("filled the tray", f" with {show_cents(given['amount_cents'])}"),
    "credit_tray": lambda given: (
        f"sent {show_cents(given['amount_cents'])} from the tray back to the cage", ""
    ),
    "verify_inspection": lambda _: ("verified the inspection of the decks", ""),
    "reject_decks": lambda given: ("rejected the decks", f": {_small(given['reason'])}"),
    "change_cards": lambda _: ("changed the cards", ""),
    "order_idle_spread": lambda _: ("ordered the cards to be spread", ""),
    "order_reshuffle": lambda _: ("ordered a reshuffle", ""),
    "void_round": lambda given: ("voided the round", f": {_small(given['reason'])}"),
}  # fmt: skip


def counted_words(data: Json) -> str:
    """A closing count compared with the ledger; empty if nothing was counted."""
    difference = data.get("difference_cents")
    if difference is None:
        return ""
    counted = f"counted {show_cents(data['counted_cents'])}"
    if not difference:
        return f"{counted}, as the ledger says"
    more = "more" if difference > 0 else "less"
    return f"{counted}, {show_cents(abs(difference))} {more} than the ledger"


def _floor_action(data: Json, _: str) -> tuple[str, str]:
    act, after = FLOOR_WORDS[data["command"]](data["fields"])
    if data["command"] == "close_table" and counted_words(data):
        after += f" and {counted_words(data)}"
    if "counted_name" in data:
        after += f"; {data['counted_name']} counted the same"
    return act, after


# what a call is about
_ABOUT = {
    "cards": " about the cards",
    "payment": " about a payment",
    "chips": " about chips",
    "dispute": " about a dispute",
    "player": " about a player",
    "other": "",
}
# what somebody did, before and after the name of the table; the sentence begins with their name
_ACTS: Mapping[str, Callable[[Json, str], tuple[str, str]]] = {
    "floor_action": _floor_action,
    "call_done": lambda data, who: (f"settled the call of {who}", f": {data['outcome']}"),
    "floor_called": lambda data, _: (
        "called the floor", _ABOUT[data["kind"]] + (f": {data['words']}" if data["words"] else "")
    ),
}  # fmt: skip


def _slip(data: Json) -> str:
    return "fill" if data["command"] == "fill_tray" else "credit"


# what nobody did, by the name of the step
_MISSING = {
    "inspect_decks": "inspected the cards",
    "verify_inspection": "verified the inspection",
    "shuffle_cards": "shuffled the cards",
    "shuffle_stored_batch": "shuffled the stored batch",
}
# what happened, from the data of the note and the name of the person concerned; place, actor
# and reason are appended
_WORDS: Mapping[str, Callable[[Json, str], str]] = {
    "large_wager": lambda data, who: (
        f"{who} placed a large wager: {show_cents(data['cents'])} on {data['wager']}"
    ),
    "large_win": lambda data, who: f"{who} won {show_cents(data['cents'])} on {data['wager']}",
    "round_voided": lambda _, __: "The round was voided",
    "seat_missed": lambda _, who: f"The seat of {who} was missed in the deal",
    "card_face_up": lambda data, _: f"{data['card']} was found face up in the shoe",
    "card_drawn_in_error": lambda _, __: "A card was drawn in error",
    STEP_BY_ITSELF: lambda data, _: (
        f"Nobody {_MISSING[data['step']]} in time: the table carried the step out by itself"
    ),
    "table_opened": lambda data, _: (
        f"The table was opened with {decks_words(data['decks'])} under rules {data['rules']}"
    ),
    "dealer_changed": lambda data, _: f"{data['dealer']} deals from now on",
    "table_closed": lambda _, __: "The table was closed",
    "chips_granted": lambda data, who: f"{who} was given {show_cents(data['cents'])} in play chips",
    "administrator_created": lambda _, who: f"The administrator {who} was created",
    "self_excluded": lambda data, who: (
        f"{who} chose to be excluded from play "
        + ("for good" if data["until_ms"] is None else f"until {iso(data['until_ms'])}")
    ),
    "roles_changed": lambda data, who: (
        f"The roles of {who} were changed from {_list(data['before'])} to {_list(_roles(data))}"
    ),
    "owner_changed_table": lambda data, _: _changed(data),
    "owner_closed_table": lambda _, __: "The owner closed the table",
    "floor_closed_table": lambda _, __: "The table was closed for good",
    "owner_stood_up": lambda data, who: f"The owner removed {who} from seat {data['seat']}",
    "floor_stood_up": lambda data, who: f"{who} was removed from seat {data['seat']}",
    "slip_differed": lambda data, who: (
        f"Nothing moved: a {_slip(data)} that {who} counted as {show_cents(data['amount_cents'])}"
        f" was counted as {show_cents(data['counted_cents'])}"
    ),
    "slip_withdrawn": lambda data, who: (
        f"A {_slip(data)} of {show_cents(data['amount_cents'])} from {who} was withdrawn"
    ),
    "restored": lambda data, _: (
        "The database was restored from a backup: open wagers were returned, and the cards of"
        f" {counted(data['collected'], 'table')} were replaced"
    ),
    "age_reset": lambda data, who: f"The stated age of {who}, {data['before']}, was reset",
    "suspended": lambda _, who: f"{who} was suspended",
    "reinstated": lambda _, who: f"{who} was reinstated",
    "passphrase_reset": lambda _, who: f"{who} was given a new passphrase",
}
KINDS = _WORDS.keys() | _ACTS.keys()
# done on the command line if no actor is stored
_BY_OPERATOR = {
    "administrator_created", "roles_changed", "age_reset", "suspended", "reinstated",
    "passphrase_reset", "restored",
}  # fmt: skip
SOMEBODY = "somebody"


async def notes(reader: Reader, query: NoteQuery, viewer: Viewer) -> SignificantEvents:
    """A page of significant events; ``next`` is the number for ``before``, None at the end."""
    viewer.need(Action.SEE_NOTES)
    if not 1 <= query.limit <= LIMIT_MAX:
        refuse(ServiceCode.BAD_SEARCH, f"A page has 1 to {LIMIT_MAX} events.")
    check_range(query.since_ms, query.until_ms)
    check_texts(query.table, query.person)
    if query.kind is not None and query.kind not in KINDS:
        refuse(ServiceCode.BAD_SEARCH, f"A kind is one of {', '.join(sorted(KINDS))}.")
    await reader.check_table(query.table)
    found = await reader.store.notes(replace(query, limit=query.limit + 1))
    page = found[: query.limit]
    return SignificantEvents(
        notes=await shown_notes(reader, page),
        next=page[-1].number if len(found) > query.limit else None,
    )


async def shown_notes(reader: Reader, found: Sequence[FoundNote]) -> tuple[SignificantEvent, ...]:
    names = dict[str, str]()
    return tuple([await _note(reader, one, names) for one in found])


async def _note(reader: Reader, found: FoundNote, names: dict[str, str]) -> SignificantEvent:
    note = found.note
    person = await _name(reader, note.person, names)
    actor = await _name(reader, note.actor, names)
    return SignificantEvent(
        number=found.number,
        at=iso(note.at_ms),
        kind=note.kind,
        words=_sentence(found, person, actor),
        table=note.table or None,
        round=str(RoundId(note.table, note.round)) if note.table and note.round else None,
        person=note.person or None,
        name=person or None,
        actor=note.actor or None,
        actor_name=actor or None,
        data=note.data,
    )


async def _name(reader: Reader, person: str, names: dict[str, str]) -> str:
    if person and person not in names:
        row = await reader.store.person(person)
        names[person] = person if row is None else row.name
    return names.get(person, "")


def _sentence(found: FoundNote, person: str, actor: str) -> str:
    note = found.note
    where = f" at {note.table}" if note.table else ""
    act = act_words(note.kind, note.data, person or SOMEBODY, actor, where)
    if act:
        return f"{act}{reason_words(note.data, act)}."
    itself = note.actor == note.person or actor == note.data.get("dealer")
    by = f" by {actor}" if actor and not itself else ""
    if not note.actor and note.kind in _BY_OPERATOR and "ended" not in note.data:
        by = " on the command line"
    why = f", reason: {note.data['reason']}" if note.data.get("reason") else ""
    words = in_words(note.kind, note.data, person or SOMEBODY)
    return f"{begun(words, person, str(note.data.get('dealer', '')))}{where}{by}{why}."


def begun(words: str, *names: str) -> str:
    """The words with a capital, unless they begin with a name, which stays as it is."""
    if any(name and words.startswith(name) for name in names):
        return words
    return f"{words[:1].upper()}{words[1:]}"


def act_words(kind: str, data: Json, person: str, actor: str, where: str = "") -> str:
    """An act in words, beginning with the actor's name; empty for notes that begin without it."""
    words = _ACTS.get(kind)
    try:
        if words is not None:
            act, after = words(data, person)
            return f"{actor or 'The floor'} {act}{where}{after}"
    except KeyError:  # written by an earlier version
        pass
    return ""


def reason_words(data: Json, said: str) -> str:
    """The reason as a sentence of its own, unless the words before it name it."""
    reason = str(data.get("reason", "")).rstrip(".")
    named = not reason or said.lower().endswith(f": {reason.lower()}")
    return "" if named else f". Reason: {reason}"


def in_words(kind: str, data: Json, person: str = SOMEBODY) -> str:
    """What happened; a kind without its own words gets a general sentence."""
    words = _WORDS.get(kind)
    try:
        if words is not None:
            return words(data, person)
    except KeyError:  # written by an earlier version
        pass
    details = ", ".join(f"{name} {value}" for name, value in data.items() if name != "reason")
    return kind.replace("_", " ").capitalize() + (f": {details}" if details else "")
