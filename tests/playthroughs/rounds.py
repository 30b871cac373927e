"""Stories of single rounds, each told step by step at any house that can play it."""

from __future__ import annotations

from collections.abc import Sequence

from casinowar.houses import House
from casinowar.houses.house import BetsOpen, SideRow, Surrender, WarTie
from casinowar.table import Code, Phase
from casinowar.table import commands as c
from tests.clauses.scene import BY_HAND, ready

from .cards import cash_cents, first_cents, shoe, side_cents, tie_cents, war_deal
from .telling import Telling


def begin(
    house: House,
    about: str,
    *parts: str | Sequence[str],
    seats: Sequence[int] = (1,),
    face_up: Sequence[int] = (),
    cash: int | None = None,
) -> Telling:
    """A table that waits for wagers, every step by hand from here."""
    cards = shoe(*parts)
    scene = ready(
        house,
        cards,
        seats=seats,
        face_up=face_up,
        automations=BY_HAND,
        cash_cents=cash_cents(house) if cash is None else cash,
    )
    return Telling(scene, f"{house.title}. {about} Cards after the opening: {cards}.")


def bet(tale: Telling, seat: int, *, tie: bool = True, coupon_cents: int = 0) -> None:
    """The usual wagers of a seat."""
    house = tale.scene.house
    tale.does(
        c.PlaceWagers(
            seat=seat,
            initial_cents=first_cents(house),
            tie_cents=tie_cents(house) if tie else 0,
            coupon_cents=coupon_cents,
        )
    )


def finish(tale: Telling) -> str:
    """Every step that is left of the round."""
    tale.to_the_next_bets()
    return tale.text


# --- the original deal ----------------------------------------------------------------------------


def win(house: House) -> str:
    tale = begin(house, "A higher card wins.", "Kh 5d")
    bet(tale, 1)
    return finish_round(tale)


def lose(house: House) -> str:
    tale = begin(house, "A lower card loses.", "5h Kd")
    bet(tale, 1)
    return finish_round(tale)


def finish_round(tale: Telling) -> str:
    """Announce, deal, settle and rack."""
    tale.step()
    return finish(tale)


def bets(house: House) -> str:
    about = "What may become of a placed wager before the deal."
    tale = begin(house, about, "Kh 5d")
    first, most = first_cents(house), house.limits.first.max_cents
    high = most + house.limits.step_cents
    if first < most:
        tale.tries(c.PlaceWagers(seat=1, initial_cents=first + 1), Code.NOT_A_MULTIPLE)
    tale.tries(c.PlaceWagers(seat=1, initial_cents=high), Code.ABOVE_MAXIMUM)
    tale.tries(c.BetCashAloud(seat=1, amount_cents=first), Code.FORM_NOT_ACCEPTED)
    bet(tale, 1, tie=False)
    if house.wagers.bets_open is BetsOpen.FINAL:
        tale.tries(c.TakeBackWagers(seat=1), Code.WAGER_FINAL)
        tale.tries(c.PlaceWagers(seat=1, initial_cents=min(2 * first, most)), Code.WAGER_FINAL)
    else:
        tale.does(c.PlaceWagers(seat=1, initial_cents=min(2 * first, most)))
        tale.does(c.TakeBackWagers(seat=1))
        bet(tale, 1, tie=False)
    tale.step()
    tale.tries(c.PlaceWagers(seat=1, initial_cents=first), Code.BETS_CLOSED)
    tale.tries(c.TakeBackWagers(seat=1), Code.WAGER_FINAL)
    return finish(tale)


def surrender(house: House) -> str:
    tale = begin(house, "A tied hand surrenders.", "Kh Kd")
    bet(tale, 1)
    tale.step()
    tale.steps(Phase.DECIDE)
    tale.does(c.SurrenderHand(seat=1))
    return finish(tale)


def forced_surrender(house: House) -> str:
    tale = begin(house, "A tied hand is surrendered: there is no war here.", "Kh Kd")
    bet(tale, 1)
    return finish_round(tale)


def no_answer(house: House) -> str:
    tale = begin(house, "A tied hand whose player says nothing in time.", "Kh Kd")
    bet(tale, 1)
    tale.step()
    tale.steps(Phase.DECIDE)
    tale.tries(c.LeaveSeat(seat=1), Code.WAGERS_IN_PLAY)
    tale.does(c.CallTime(seat=1))
    return finish(tale)


def tie_alone_wins(house: House) -> str:
    about = "A Tie wager alone wins on equal first cards"
    if not house.tie.climbs:
        return _tie_alone(house, f"{about}.", "Kh Kd")
    about += ", and its war card decides that it was one tie in a row."
    return _tie_alone(house, about, "Kh Kd", war_deal(house, ["8s"], "9h"))


def tie_alone_loses(house: House) -> str:
    return _tie_alone(house, "A Tie wager alone loses, though the card is higher.", "Kh 5d")


def tie_alone_climbs(house: House) -> str:
    about = "A Tie wager alone ties to the end and is paid the last rung of its ladder."
    return _tie_alone(house, about, "Kh Kd", *tied_wars(house))


def _tie_alone(house: House, about: str, *cards: str | Sequence[str]) -> str:
    tale = begin(house, about, *cards)
    tale.does(c.PlaceWagers(seat=1, tie_cents=tie_cents(house)))
    return finish_round(tale)


def tie_alone_beside_a_war(house: House) -> str:
    about = "Tie alone at seat 1, Tie with a war at seat 2, on one dealer's card: two ties each."
    deals = [war_deal(house, ["9s", "9c"], "9h"), war_deal(house, ["8s", "Ts"], "9d")]
    tale = begin(house, about, "Kh Ks Kd", *deals[: house.war.deals_max], seats=(1, 2))
    tale.does(c.PlaceWagers(seat=1, tie_cents=tie_cents(house)))
    bet(tale, 2)
    tale.step()
    tale.steps(Phase.DECIDE)
    tale.tries(c.GoToWar(seat=1), Code.NOT_ASKED)
    tale.does(to_war(house, 2))
    return finish(tale)


# --- the war --------------------------------------------------------------------------------------


def tied_wars(house: House) -> list[list[str]]:
    """As many war deals that tie as the house deals in one round."""
    return [war_deal(house, [f"{rank}s"], f"{rank}h") for rank in "9TJQA"[: house.war.deals_max]]


def war(
    house: House, about: str, player: str, dealer: str, *, war_tie: bool = False, tied: int = 0
) -> str:
    """A tied hand that goes to war, and is decided after ``tied`` more ties."""
    deals = [*tied_wars(house)[:tied], war_deal(house, [player], dealer)]
    tale = begin(house, about, "Kh Kd", *deals)
    bet(tale, 1)
    tale.step()
    tale.steps(Phase.DECIDE)
    with_tie = c.GoToWar(seat=1, war_tie_cents=war_tie_cents(house))
    tale.does(with_tie if war_tie else to_war(house, 1))
    return finish(tale)


def war_tie_cents(house: House) -> int:
    """A Tie wager on the war deal."""
    equal = house.tie.war_deal is WarTie.EQUAL_TO_FIRST
    return first_cents(house) if equal else tie_cents(house)


def to_war(house: House, seat: int) -> c.GoToWar:
    """To war without a Tie wager on the war deal, wherever that is offered."""
    offered = house.tie.war_deal is not WarTie.NOT_OFFERED
    return c.GoToWar(seat=seat, war_tie_cents=0 if offered else None)


def war_won(house: House) -> str:
    return war(house, "A tied hand goes to war and wins it.", "9s", "8h")


def war_tied(house: House) -> str:
    again = house.war.deals_max - 1
    about = f"A tied hand goes to war and ties {'to the end' if again else 'again'}."
    return war(house, about, "8s", "8h", tied=again) if again else war(house, about, "9s", "9h")


def war_dealt_again(house: House) -> str:
    return war(house, "A tied war is dealt again and won.", "9s", "8h", tied=1)


def war_lost(house: House) -> str:
    return war(house, "A tied hand goes to war and loses it.", "8s", "9h")


def war_tie_wins(house: House) -> str:
    about = "A Tie wager on the war deal wins with the tied war."
    return war(house, about, "9s", "9h", war_tie=True)


def war_tie_loses(house: House) -> str:
    about = "A Tie wager on the war deal loses though the war is won."
    return war(house, about, "9s", "8h", war_tie=True)


def war_tie_declined(house: House) -> str:
    about = "The dealer offers a Tie wager on the war deal, and the player makes none."
    return _offered_war_tie(house, about, c.DeclineWarTie(seat=1))


def war_tie_placed(house: House) -> str:
    about = "The dealer offers a Tie wager on the war deal, and the player makes one."
    return _offered_war_tie(house, about, c.PlaceWarTie(seat=1, tie_cents=war_tie_cents(house)))


def war_tie_by_clock(house: House) -> str:
    about = "The dealer offers a Tie wager on the war deal, and the player says nothing in time."
    return _offered_war_tie(house, about, c.CallTime(seat=1))


def _offered_war_tie(house: House, about: str, answer: c.Command) -> str:
    tale = begin(house, about, "Kh Kd", war_deal(house, ["9s"], "9h"))
    bet(tale, 1, tie=False)
    tale.step()
    tale.steps(Phase.DECIDE)
    tale.does(c.GoToWar(seat=1))
    tale.steps(Phase.WAR_TIES)
    tale.tries(c.BurnCard(), Code.NOT_DUE)
    tale.does(answer)
    return finish(tale)


def several_wars(house: House) -> str:
    ask = house.surrender.mode is Surrender.OFFERED and house.deal.seats > 3
    wars = tuple(range(1, min(3, house.deal.seats) + 1))
    about = "Several wars on one dealer's card: won, tied, lost" + (
        "; another tied hand surrenders." if ask else "."
    )
    seats = (*wars, house.deal.seats) if ask else wars
    kings = ["Kh", "Ks", "Kc", "Kh"][: len(wars)] + ["Kh"] * ask
    cards = war_deal(house, ["Ts", "9s", "8s"][: len(wars)], "9h")
    tale = begin(house, about, kings, "Kd", cards, seats=seats)
    for seat in seats:
        bet(tale, seat, tie=False)
    tale.step()
    tale.steps(Phase.DECIDE)
    if ask:
        tale.does(c.SurrenderHand(seat=seats[-1]))
    for seat in (wars[-1], *wars[:-1]):
        tale.does(to_war(house, seat))
    while tale.scene.state.phase is not Phase.WAR_DEAL:
        tale.step()
    tale.tries(c.DealCard(seat=wars[-1]), _out_of_order(house))
    return finish(tale)


def _out_of_order(house: House) -> Code:
    return Code.NOT_DUE if house.war.burn_count else Code.OUT_OF_ORDER


def chips_for_the_war(house: House) -> str:
    first = first_cents(house)
    tale = begin(
        house,
        "A player without chips for the war wager buys some: there is no short war.",
        "Kh Kd",
        war_deal(house, ["9s"], "8h"),
        cash=first,
    )
    bet(tale, 1, tie=False)
    tale.step()
    tale.steps(Phase.DECIDE)
    tale.tries(to_war(house, 1), Code.NOT_ENOUGH_CHIPS)
    tale.does(c.BuyChips(seat=1, cash_cents=first))
    tale.does(to_war(house, 1))
    return finish(tale)


# --- side bets and coupons ------------------------------------------------------------------------


def side_bet(house: House, name: str, *, wins: bool) -> str:
    """A side bet on the first line of its paytable, or on cards that no line pays."""
    bet_ = next(each for each in house.side_bets if each.name == name)
    row = bet_.rows[0]
    tied_wars = [card for _ in range(row.ties - 1) for card in war_deal(house, ["9s"], "9h")]
    cards = [*winning_cards(row), *tied_wars] if wins else ["Kh", "5d"]
    about = f"The side bet “{bet_.title}” {'wins' if wins else 'loses'}."
    tale = begin(house, about, cards)
    sides = {name: side_cents(house)}
    tale.does(c.PlaceWagers(seat=1, initial_cents=first_cents(house), sides=sides))
    tale.step()
    if wins and house.war_possible:
        tale.steps(Phase.DECIDE)
        tale.does(to_war(house, 1) if tied_wars else c.CallTime(seat=1))
    return finish(tale)


def winning_cards(row: SideRow) -> list[str]:
    """The two first cards that a line of a paytable asks for."""
    rank = "K" if row.ranks is None else min(row.ranks).letter
    return [f"{rank}h", f"{rank}h" if row.suited else f"{rank}d"]


def coupon(house: House, about: str, cards: Sequence[str], decision: c.Command | None) -> str:
    """A match play coupon beside chips of its value."""
    tale = begin(house, about, cards)
    bet(tale, 1, tie=False, coupon_cents=first_cents(house))
    tale.step()
    if decision is not None:
        tale.steps(Phase.DECIDE)
        tale.does(decision)
    return finish(tale)


def coupon_win(house: House) -> str:
    return coupon(house, "A match play coupon wins even money and is taken.", ["Kh", "5d"], None)


def coupon_lose(house: House) -> str:
    return coupon(house, "A match play coupon loses with its wager.", ["5h", "Kd"], None)


def coupon_surrender(house: House) -> str:
    about = "Surrender with a coupon: half of the chips are lost, the coupon is taken."
    return coupon(house, about, ["Kh", "Kd"], c.SurrenderHand(seat=1))


def coupon_war(house: House) -> str:
    about = "War with a coupon: the war wager equals the chip part, the coupon is taken."
    cards = ["Kh", "Kd", *war_deal(house, ["9s"], "8h")]
    return coupon(house, about, cards, to_war(house, 1))
