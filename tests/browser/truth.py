"""What the page says of somebody's play, and what the service says: after every round they agree.

The service's words are ``/api/rounds``, ``/api/rounds/{id}/steps``, ``/api/balance``, the statement
and the table itself. The page's words are read where a player reads them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

from playwright.async_api import expect

from casinowar.houses import House, load_house
from tests.browser.kit import Person

Json = dict[str, Any]
PATIENCE_SECONDS = 15
BEADS = {"surrender": "surrendered", "void": "void"}  # whatever the round came to
WARS = {"war_won": " with a war", "war_tied": " with a tied war", "war_lost": " with a war"}


def signed(cents: int) -> str:
    """An amount of chips as the page shows it: +25, −12.50, ±0."""
    sign = "+" if cents > 0 else "−" if cents < 0 else "±"
    return sign + plain(cents)


def plain(cents: int) -> str:
    """An amount of chips without a sign."""
    whole, parts = divmod(abs(cents), 100)
    return f"{whole:,}.{parts:02}" if parts else f"{whole:,}"


# --- the service ----------------------------------------------------------------------------------


async def ask(guest: Person, path: str) -> Json:
    """What the service answers this person."""
    answer = await guest.context.request.get(f"{guest.url}/api/{path}")
    assert answer.ok, (path, answer.status)
    return cast("Json", await answer.json())


async def own_hands(guest: Person) -> list[Json]:
    """One's own hands with the id and the number of their round, oldest first."""
    rounds = (await ask(guest, "rounds?limit=200"))["rounds"]
    return [
        {"round": one["id"], "number": one["round"], "hands": one["hands"], **hand}
        for one in reversed(rounds)
        for hand in one["hands"]
        if hand["you"]
    ]


def wager_name(house: House, wager: str) -> str:
    """A wager as the page calls it."""
    sides = {side.name: side.title for side in house.side_bets}
    names = {
        "initial": house.wagers.first_name,
        "war": house.wagers.war_name,
        "tie": "Tie",
        "war_tie": "Tie on the war",
        **sides,
    }
    return names[wager][:1].upper() + names[wager][1:]


def results_of(house: House, hand: Json) -> dict[str, str]:
    """What each wager of a hand came to, as the page writes it."""
    return {
        wager_name(house, wager): signed(sums["returned_cents"] - sums["staked_cents"])
        for wager, sums in hand["wagers"].items()
    }


def bead_of(hand: Json) -> str:
    """The bead of a hand in words."""
    net, war = hand["net_cents"], WARS.get(hand["outcome"], "")
    came = "won" if net > 0 else "lost" if net < 0 else "even"
    said = came + (war if net > 0 else war.replace("tied ", ""))
    ties = [hand["wagers"].get(wager) for wager in ("tie", "war_tie")]
    tie = any(bet and bet["returned_cents"] > bet["staked_cents"] for bet in ties)
    return BEADS.get(hand["outcome"], said) + (", Tie bet won" if tie else "")


# --- the page -------------------------------------------------------------------------------------

READ = """() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const text = (selector, from = document) =>
    from.querySelector(selector)?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  return {
    session: text(".corner--l .corner__top span"),
    beads: all(".corner--l .road [role=img]").map((one) => one.getAttribute("aria-label")),
    last: text(".corner--l p.lastline"),
    here: text(".bar__money b"),
    corner: text(".corner--l dd"),
    sum: text(".settled__sum"),
    chips: all(".why-chip").filter((one) => one.querySelector("b")).map((one) =>
      [text("span", one), text("b", one)]),
    plates: all(".seat:not(.is-free)").map((one) =>
      [text(".plate__n", one), text(".plate__net", one)]),
    log: all(".log li").map((one) => [text("span", one), text("button", one) !== ""]),
  };
}"""


async def shown(guest: Person) -> Json:
    """What the page says now."""
    return cast("Json", await guest.page.evaluate(READ))


# --- both -----------------------------------------------------------------------------------------


async def until_equal(
    said: Callable[[], Awaitable[Any]], truth: Callable[[], Awaitable[Any]]
) -> None:
    """Wait until the page has heard of everything; then both are the same."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE_SECONDS
    while (await said()) != (await truth()) and loop.time() < end:
        await asyncio.sleep(0.1)
    page, service = await said(), await truth()
    assert page == service, f"the page: {page}\nthe service: {service}"


async def agrees(
    guest: Person, table: str, house: str, *, result: bool = True, before: int = 0
) -> None:
    """The page says of the session, the beads, the chips and the last round what the service says.

    With ``result``, the last round is still on the table: the dock and every plate say the same.
    So many hands were played ``before`` this visit; a new tab is a new one.
    """
    rules, hands = load_house(house), await own_hands(guest)
    seats = (await ask(guest, f"tables/{table}"))["view"]["seats"]
    person = (await ask(guest, "me"))["person"]
    [chips] = [one["chips_cents"] for one in seats if one["player"] == person]
    net, last = sum(hand["net_cents"] for hand in hands[before:]), hands[-1]
    balance = await ask(guest, "balance")
    assert chips == balance["at_tables_cents"]
    truth: Json = {
        "session": signed(net),
        "beads": [bead_of(hand) for hand in hands],
        "here": plain(chips),
        "corner": plain(chips),
        "last": (signed(last["net_cents"]), results_of(rules, last)),
    }
    if result:
        truth |= {
            "sum": signed(last["net_cents"]),
            "chips": results_of(rules, last),
            "plates": {str(one["seat"]): signed(one["net_cents"]) for one in last["hands"]},
        }

    async def said() -> Json:
        page = await shown(guest)
        found = {
            "session": page["session"].rpartition(" ")[2],
            "beads": page["beads"],
            "here": page["here"],
            "corner": page["corner"],
            "last": _last_line(page["last"]),
        }
        if result:
            found |= {
                "sum": page["sum"].partition(" ")[0],
                "chips": {
                    name.partition(", ")[0]: net for name, net in page["chips"]
                },  # odds may follow
                "plates": {seat: net for seat, net in page["plates"] if net},
            }
        return found

    async def so() -> Json:
        return truth

    await until_equal(said, so)


def _last_line(text: str) -> tuple[str, dict[str, str]]:
    """``Last round +100 War +100, Primary ±0`` taken apart."""
    amount = r"[+−±][\d,.]*\d"
    found = re.match(rf"Last round ({amount})\s*(.*)", text)
    if found is None:
        return ("", {})
    each = re.findall(rf"([^,].*?) ({amount})", found[2])
    return (found[1], {name.removeprefix(",").strip(): sum_ for name, sum_ in each})


async def log_agrees(guest: Person) -> None:
    """The newest lines of the log tell of the last steps of the last round: whose, and how much."""
    last = (await own_hands(guest))[-1]
    steps = (await ask(guest, f"rounds/{last['round']}/steps"))["found"]
    names = {hand["seat"]: None if hand["you"] else hand["name"] for hand in last["hands"]}
    money = [
        (names[event["seat"]], _amount(event))
        for event in (step["event"] for step in steps["steps"])
        if event["name"] in {"wager_paid", "wager_collected", "wager_returned"}
    ]
    lines = [(text, why) for text, why in (await shown(guest))["log"] if text]
    told = [(text, why) for text, why in lines if re.search(r"[+−]\d| back\b", text)]
    assert told, lines
    for (text, why), (name, amount) in zip(reversed(told), reversed(money), strict=False):
        assert amount in text, (text, amount)
        others = [one for one in names.values() if one is not None and one in text]
        assert others == ([] if name is None else [name]), (text, name)
        assert why == (name is None), text


def _amount(event: Json) -> str:
    match event["name"]:
        case "wager_paid":
            return signed(event["amount_cents"])
        case "wager_collected":
            return signed(-event["amount_cents"])
        case _:
            return plain(event["amount_cents"])


async def lists_agree(guest: Person) -> None:
    """The room of rounds and the statement say what the service says; the page is left there."""
    hands = await own_hands(guest)
    await guest.go("/rounds")
    rows = guest.page.locator(".rlist tbody tr")
    await expect(rows).to_have_count(len(hands))
    running = 0
    for hand, row in zip(hands, reversed(await rows.all()), strict=True):
        running += hand["net_cents"]
        cells = await row.locator("td").all_inner_texts()
        assert signed(running) in cells[-1], cells
        assert any(signed(hand["net_cents"]) in cell for cell in cells[:-1]), cells
    await expect(guest.page.locator(".netbox__sum")).to_contain_text(signed(running))
    [newest, *_] = (await ask(guest, "statement"))["lines"]
    assert newest["balance_cents"] == (await ask(guest, "balance"))["account_cents"]


# --- never, not even for a moment -----------------------------------------------------------------

WATCH = """() => {
  const seen = JSON.parse(sessionStorage.getItem("seen") ?? "[]");
  const look = () => {
    const said = document.querySelector(".corner--l .corner__top span")?.textContent.trim() ?? "";
    if (!said || seen.includes(said)) return;
    seen.push(said);
    sessionStorage.setItem("seen", JSON.stringify(seen));
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document, all);
}"""


async def watch(guest: Person) -> None:
    """Remember every sum of the session that the page ever shows."""
    await guest.page.add_init_script(f"({WATCH})()")


async def never_untrue(guest: Person) -> None:
    """Every session that was ever shown was the sum of the rounds up to some moment."""
    seen: list[str] = await guest.page.evaluate(
        "JSON.parse(sessionStorage.getItem('seen') ?? '[]')"
    )
    hands, sums, net = await own_hands(guest), {signed(0)}, 0
    for hand in hands:
        net += hand["net_cents"]
        sums.add(signed(net))
    said = [text for text in seen if re.search(r"[+−±][\d,.]+$", text) and "Session" in text]
    assert {text.rpartition(" ")[2] for text in said} <= sums, said
