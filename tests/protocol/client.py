"""A client of ``casinowar table``, written from its documentation alone.

It knows no module of the package: it starts the table as a program, speaks JSON lines over pipes,
takes every step from ``due`` and ``legal``, and keeps books of its own. :class:`Pipe` speaks,
:class:`Client` plays.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from typing import Any, Self

from tests.protocol.books import RULES, Books, check


class Pipe:
    """A table as a program: one line goes in, exactly one line comes out."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casinowar", "table", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.sent = 0
        self.answers: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, line: bytes) -> dict[str, Any]:
        """The answer to a line, whatever the line is."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.answers.append(answer)
        check(isinstance(answer, dict), answer)
        return dict(answer)

    def send(self, **message: object) -> dict[str, Any]:
        """The answer to a message, which must carry the message's id."""
        self.sent += 1
        answer = self.say(json.dumps({"id": self.sent, **message}).encode())
        check(answer.pop("id") == self.sent, "id", answer)
        return answer

    def ask(self, ask: str, **fields: object) -> Any:
        """What the table says to a question."""
        answer = self.send(ask=ask, **fields)
        check(answer["ok"] is True, ask, fields, answer)
        return answer[ask]

    def end(self) -> None:
        """Close the input: the table must end in peace, without another word."""
        rest, errors = self.process.communicate(timeout=20)
        check((rest, errors, self.process.returncode) == (b"", b"", 0), rest, errors)


class Client:
    """Plays at one table as everybody: its players, and the dealer and floor where they are due.

    ``wishes`` are commands to give once each, as soon as they are offered: ``floor fill_tray``,
    ``seat 2 sit_out``. Between them the client does what is due, or what the table waits for.
    """

    def __init__(self, pipe: Pipe, house: str, seed: int, seats: tuple[int, ...]) -> None:
        self.pipe = pipe
        self.books = Books(RULES[house])
        self.seats = seats
        self.chance = random.Random(seed)
        self.given: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.names = 0
        self.view = self.look()

    def look(self) -> dict[str, Any]:
        """What everybody sees now, held against the books."""
        self.view = self.pipe.ask("view")
        self.books.compare(self.view)
        return self.view

    def glance(self) -> None:
        """What is due and what the table waits for; where a step is due, mostly nothing else."""
        due = self.pipe.ask("due")
        if due is None or due["command"] == "announce_no_more_bets" or self.chance.random() < 0.1:
            check(self.look()["due"] == due, "two answers", due, self.view["due"])
        else:
            self.view |= {"due": due, "waits": []}

    def give(self, offer: dict[str, Any], who: str) -> None:
        """Fill in an offer and give it: it must be accepted, and its events must count."""
        message = {name: self.filled(name, value) for name, value in offer.items()}
        answer = self.pipe.send(**message, who=who)
        check(answer["ok"] is True, "offered, then refused", message, answer)
        self.given[str(offer["command"])] += 1
        check(len(answer["events"]) > 0, "nothing happened", message)
        for event in answer["events"]:
            self.books.note(event)
        self.books.version += len(answer["events"])
        check(answer["version"] == self.books.version, "version", answer["version"])

    def filled(self, name: str, value: Any) -> Any:
        """A value of a free field; a fixed field as it stands."""
        if isinstance(value, dict) and "min_length" in value:
            self.names += 1
            return f"{name} {self.names}".ljust(value["min_length"])[: value["max_length"]]
        if isinstance(value, dict) and "step" in value:
            return self.amount(name, value["min"], value["max"], value["step"])
        if isinstance(value, dict) and "min" in value:
            return value["min"] or "2026-01-01"
        if isinstance(value, dict):
            return {key: self.filled(name, inner) for key, inner in value.items()}
        return value

    def amount(self, name: str, least: int, most: int, step: int) -> int:
        """An amount of a range, often at one of its ends; never so much that nothing is left."""
        if name in ("cash_cents", "tray_cents"):
            sensible = 40_000 if name == "cash_cents" else 20_000_000
            return min(most, least + (sensible - least) // step * step)
        if name == "amount_cents":
            most = min(most, 1_000_000)
        if name == "cards_behind":
            most = (least + most) // 2
        most = least + (most - least) // step * step
        roomy = min(most, least + 20 * step)
        few = least + self.chance.randrange((roomy - least) // step + 1) * step
        return self.chance.choice([least, few, few, few, few, most])

    def offers(self, who: str, command: str = "") -> list[dict[str, Any]]:
        """What somebody may do now, or every offer of one command."""
        offers: list[dict[str, Any]] = self.pipe.ask("legal", who=who)
        return [offer for offer in offers if command in ("", offer["command"])]

    def grant(self, wish: str) -> bool:
        """Give a command that is wished for, if it is offered now."""
        who, command = wish.rsplit(" ", 1)
        offers = self.offers(who, command)
        if offers:
            self.give(self.chance.choice(offers), who)
        return bool(offers)

    def do_due_step(self) -> bool:
        """Do the step that is owed, if one is: the dealer or the floor must be offered it."""
        due = self.view["due"]
        if due is None:
            return False
        done = any(self.grant(f"{who} {due['command']}") for who in ("dealer", "floor"))
        check(done, "due, but not offered", due, self.view["phase"])
        return True

    def answer_wait(self) -> bool:
        """Answer, as its player, the first thing that the table waits for."""
        wait = self.view["waits"][0]
        if wait["what"] not in ("bet", "cut", "choice", "war_tie"):
            return False
        who = str(wait["who"])
        wanted = {
            "bet": ["place_wagers"],
            "cut": ["take_cut", "refuse_cut"],
            "choice": ["surrender_hand", "go_to_war"],
            "war_tie": ["place_war_tie", "decline_war_tie"],
        }[wait["what"]]
        if wait["otherwise"] and wait["what"] != "bet" and self.chance.random() < 0.1:
            return self.grant(f"dealer {wait['otherwise']}")
        offers = [offer for offer in self.offers(who) if offer["command"] in wanted]
        wars = [offer for offer in offers if offer["command"] == "go_to_war"]
        if wars and self.chance.random() < 0.7:
            offers = wars
        if not offers or (wait["what"] == "choice" and not wars):
            return self.grant(f"{who} buy_chips")  # short of chips for a wager or for the war
        self.give(self.chance.choice(offers), who)
        return True

    def step(self) -> None:
        """Take the table one step on from what :meth:`look` saw."""
        betting = self.view["waits"] and self.view["waits"][0]["what"] == "bet"
        if betting and self.chance.random() < 0.95 and self.answer_wait():
            return
        done = self.do_due_step() or self.answer_wait()
        check(done, "stuck", self.view["phase"], self.view["waits"])

    def sit_down(self) -> None:
        """Take every seat, and buy chips."""
        for seat in self.seats:
            check(self.grant(f"seat {seat} take_seat"), "no seat", seat)
            check(self.grant(f"seat {seat} buy_chips"), "no chips", seat)

    def provoke(self) -> None:
        """Say something that must be refused: everybody must see the same as before."""
        before = [self.pipe.ask("view", who=who) for who in ("dealer", "seat 1")]
        seat = self.chance.choice(self.seats)
        message = self.chance.choice(
            [
                {"command": "place_wagers", "seat": seat, "initial_cents": 1},
                {"command": "place_wagers", "seat": seat, "initial_cents": 10**12},
                {"command": "bet_cash_aloud", "seat": seat, "amount_cents": 1000},
                {"command": "touch_cards", "seat": seat},
                {"command": "settle_war", "seat": 99},
                {"command": "take_seat", "seat": seat, "player": "another"},
                {"command": "buy_chips", "seat": seat, "cash_cents": -500},
                {"command": "deal_card", "seat": seat, "who": f"seat {seat}"},
                {"command": "cut_cards", "cards": 9},
            ]
        )
        answer = self.pipe.send(**message)
        check(answer["ok"] is False, "accepted", message, answer)
        self.refused[answer["code"]] += 1
        after = [self.pipe.ask("view", who=who) for who in ("dealer", "seat 1")]
        check(before == after, "a refusal changed the table", message, answer)

    def open_table(self, **choice: object) -> None:
        """Open the table as the floor, with one of the offers, and get it ready for players."""
        fits = [o for o in self.offers("floor") if all(o[k] == v for k, v in choice.items())]
        self.give({**fits[0], "decks": fits[0]["decks"]["min"]}, "floor")
        self.settle_down()

    def settle_down(self) -> None:
        """Do whatever is due, until nothing is."""
        self.glance()
        while self.do_due_step():
            self.glance()
        self.look()

    def play(self, wishes: list[str]) -> None:
        """Play until every wish is granted, and after that a shoe to its end and the next loaded.

        Where there is a fresh deck for every round, a dozen decks are as good as a shoe.
        """
        wishes = list(wishes)
        shoes, whole_shoes = self.books.shoes, self.books.whole_shoes
        for steps in range(4000):
            if steps % 30 == 29:
                self.provoke()
            self.glance()
            waits = [wait["what"] for wait in self.view["waits"]]
            now = self.chance.random() < 0.4 or waits == ["player"]
            if wishes and now and self.grant(wishes[0]):
                del wishes[0]
                shoes, whole_shoes = self.books.shoes, self.books.whole_shoes
            elif wishes:
                self.step()
            elif self.books.whole_shoes > whole_shoes or self.books.shoes > shoes + 12:
                return
            else:
                self.step()
        check(False, "no end", wishes, self.view["phase"])

    def soon(self, wish: str) -> None:
        """Grant a wish, which must be offered within a few steps."""
        for _ in range(60):
            if self.grant(wish):
                return
            self.look()
            self.step()
        check(False, "never offered", wish)

    def finish_round(self) -> None:
        """Play at least one more round, to its end."""
        rounds = self.books.rounds
        while self.books.rounds == rounds or self.books.hands:
            self.glance()
            self.step()

    def everybody_leaves(self) -> None:
        """Stand up at every seat; the cards are spread at the idle table."""
        for seat in self.seats:
            check(self.grant(f"seat {seat} leave_seat"), "may not leave", seat)
        self.settle_down()
        check(self.look()["phase"] == "idle", "not idle", self.view["phase"])

    def close(self) -> None:
        """Close the table: players leave with their chips, the tray goes to the cage."""
        self.settle_down()
        check(self.grant("floor close_table"), "may not close")
        check(self.look()["phase"] == "closed", "not closed")
        check(self.books.chips_cents == {}, "still seated", self.books.chips_cents)
        self.pipe.end()
