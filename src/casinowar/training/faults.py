"""Names for mistakes: the habits of a dealer, in words for the report.

A mistake is named by the step that was due and the step that was given, so that the same habit
always has the same name.
"""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.table import Code, Refusal, Table
from casinowar.table import commands as c
from casinowar.table.state import DEALER, Burn, Phase


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: the habit in words and the clause it breaks."""

    words: str
    cites: str


_LEFT_OUT: dict[type[c.Command], str] = {
    c.ReceiveDecks: "begins without receiving the decks",
    c.InspectDecks: "skips the inspection of the decks",
    c.VerifyInspection: "does not wait for the floorperson to verify the decks",
    c.SpreadCards: "does not spread the cards for the players",
    c.ShowCards: "gives the player no time to inspect the cards",
    c.TurnCardsUp: "leaves the spread cards face down",
    c.TurnCardsDown: "leaves the cards face up",
    c.WashCards: "skips the wash",
    c.StackCards: "does not stack the cards",
    c.ShuffleCards: "skips the shuffle",
    c.ShuffleStoredBatch: "forgets to have the other batch shuffled",
    c.SwapBatches: "does not swap the batches",
    c.OfferCut: "does not offer the cut",
    c.CutCards: "does not cut when no player does",
    c.PlaceCuttingCard: "forgets the cutting card",
    c.LoadShoe: "does not load the shoe",
    c.AnnounceNoMoreBets: "deals without announcing “no more bets”",
    c.DealCard: "skips a card of the deal",
    c.SettleHand: "goes on before every hand is settled",
    c.SettleSurrender: "goes on before the surrenders are settled",
    c.ConfirmWar: "deals a war before its wager is confirmed",
    c.SettleWar: "goes on before every war is settled",
    c.RackCards: "leaves finished hands out of the rack",
    c.CollectCards: "deals on after the cutting card",
    c.SpreadIdleCards: "does not spread the cards of an idle table",
    c.SetAsideFaceUpCard: "misses a card that lies face up in the shoe",
    c.DrawInError: "does not report a card drawn in error",
    c.ReportMissedSeat: "does not report a seat that was missed",
    c.ReportShufflerFault: "does not report a fault of the shuffler",
    c.VoidRound: "plays on in a round that is void",
    c.ChangeDealer: "deals on after being relieved",
    c.StartGamingDay: "misses the new gaming day",
    c.ChangeCards: "plays on with cards that have to be changed",
    c.OrderReshuffle: "deals on when a reshuffle is ordered",
    c.OrderIdleSpread: "leaves the cards in the shoe while nobody plays",
    c.CallTime: "waits for a player whose time is up",
}
_INVENTED: dict[type[c.Command], str] = {
    c.SetAsideFaceUpCard: "sets aside a card that does not lie face up",
    c.DrawInError: "reports a card as drawn in error that was not",
    c.ReportMissedSeat: "reports a seat as missed that was not",
    c.ReportShufflerFault: "reports a shuffler fault that did not happen",
    c.VoidRound: "voids a round without reason",
    c.CallTime: "calls time on a player who has not been asked",
    c.ChangeDealer: "changes the dealer without being relieved",
    c.StartGamingDay: "starts a new gaming day too early",
    c.ChangeCards: "changes the cards without reason",
    c.OrderReshuffle: "reshuffles without an order",
    c.OrderIdleSpread: "spreads the cards while people play",
    c.FillTray: "calls for a fill that is not needed",
    c.CreditTray: "sends chips away without an order",
}
_OUT_OF_ORDER: dict[type[c.Command], str] = {
    c.DealCard: "deals to the seats in the wrong order",
    c.SettleHand: "settles hands in the wrong order",
    c.SettleSurrender: "settles surrenders in the wrong order",
    c.ConfirmWar: "confirms wars in the wrong order",
    c.SettleWar: "settles wars in the wrong order",
    c.OfferCut: "offers the cut to the wrong player",
    c.ShowCards: "shows the cards to the wrong player",
    c.ReportMissedSeat: "reports the wrong seat as missed",
    c.CallTime: "calls time on the wrong player",
}
_BURNS = {
    Burn.OPENING: "skips the burn before the first round of a shoe",
    Burn.NEW_DEALER: "skips the burn of a new dealer",
}
_LET_THROUGH: dict[Code, str] = {
    Code.BETS_CLOSED: "accepts bets after “no more bets”",
    Code.BELOW_MINIMUM: "accepts wagers below the minimum",
    Code.ABOVE_MAXIMUM: "accepts wagers above the maximum",
    Code.NOT_A_MULTIPLE: "accepts amounts whose half cannot be paid",
    Code.NOT_IN_CHIPS: "accepts amounts that chips cannot make up",
    Code.FORM_NOT_ACCEPTED: "accepts a kind of wager that the house does not take",
    Code.WAGER_FINAL: "lets players handle placed wagers",
    Code.HANDS_OFF: "lets players touch the cards",
    Code.FIRST_WAGER_NEEDED: "accepts a Tie wager without the first wager",
    Code.BAD_AMOUNT: "accepts a coupon without enough chips",
    Code.NOT_ENOUGH_CHIPS: "accepts wagers that the chips do not cover",
    Code.NOT_OFFERED: "accepts a wager that is not offered",
}


def step_fault(state: Table, due: c.Command, given: c.Command, refusal: Refusal | None) -> Fault:
    """The mistake of giving one step when another is due."""
    kind = type(due)
    cites = refusal.cites if refusal is not None else _clause(state, due)
    if type(given) is kind:
        if refusal is not None and refusal.code is Code.BAD_DEPTH:
            return Fault(_depth(given), refusal.cites)
        return Fault(_OUT_OF_ORDER.get(kind, "performs a step in the wrong way"), cites)
    if type(given) in _INVENTED:
        return Fault(_INVENTED[type(given)], _invented_clause(state, given, cites))
    if isinstance(given, c.BurnCard) and not isinstance(due, c.SetAsideFaceUpCard):
        return Fault("burns a card when no burn is due", cites)
    if isinstance(due, c.BurnCard):
        return Fault(_skipped_burn(state, given), cites)
    return Fault(_LEFT_OUT.get(kind, "skips a step"), _clause(state, due))


_UNASKED: dict[type[c.Command], str] = {
    c.SettleSurrender: "takes half of a tied hand before its player has chosen",
    c.ConfirmWar: "confirms a war before its player has chosen",
    c.RackCards: "racks a tied hand before its player has chosen",
}


def unasked_fault(given: c.Command | None, cites: str) -> Fault:
    """The mistake of going on before asking a tied player: war or surrender?"""
    return Fault(
        _UNASKED.get(type(given), "goes on without asking a tied player")
        if given
        else "goes on without asking a tied player",
        cites,
    )


def judged_fault(state: Table, refusal: Refusal | None, *, waits: bool = False) -> Fault:
    """The mistake of a wrong judgement: allowing what the table refuses, or the reverse."""
    if refusal is None and waits:
        return Fault("keeps a player waiting for an answer", state.house.cites.wager_forms)
    if refusal is None:
        return Fault("refuses something that the house allows", state.house.cites.wager_forms)
    return Fault(
        _LET_THROUGH.get(refusal.code, "allows something that the house refuses"), refusal.cites
    )


def unjudged_fault(refusal: Refusal | None, cites: str) -> Fault:
    """The mistake of going on while a player's attempt waits for an answer."""
    return Fault(
        "goes on without answering a player", refusal.cites if refusal is not None else cites
    )


def _depth(given: c.Command) -> str:
    cut = isinstance(given, c.CutCards)
    return "cuts too close to an end" if cut else "puts the cutting card in the wrong place"


def _skipped_burn(state: Table, given: c.Command) -> str:
    if state.phase is not Phase.WAR_DEAL:
        return _BURNS.get(state.burns[0], "skips a burn") if state.burns else "skips a burn"
    if isinstance(given, c.DealCard) and given.seat == DEALER:
        return "skips the burn cards before the dealer's war card"
    return "skips burn cards of the war deal"


def _clause(state: Table, command: c.Command) -> str:
    """The clause of a step or of the report that was due."""
    if isinstance(command, c.Step):
        return command.words(state)[1]
    return _invented_clause(state, command, state.house.cites.roles)


def _invented_clause(state: Table, given: c.Command, otherwise: str) -> str:
    cites = state.house.cites
    found = {
        c.SetAsideFaceUpCard: cites.face_up,
        c.DrawInError: cites.drawn_in_error,
        c.ReportMissedSeat: cites.missed,
        c.ReportShufflerFault: cites.shuffler_fault,
        c.VoidRound: cites.void,
        c.CallTime: cites.no_answer,
        c.ChangeDealer: cites.new_dealer_burn,
        c.ChangeCards: cites.card_change,
        c.StartGamingDay: cites.card_change,
        c.OrderReshuffle: cites.reshuffle_ordered,
        c.OrderIdleSpread: cites.idle,
    }
    return found.get(type(given), otherwise)


# --- feedback to the trainee ----------------------------------------------------------------------

_DID = {
    **dict.fromkeys(("accepts", "allows", "asks", "calls", "changes", "confirms"), "ed"),
    **dict.fromkeys(("counts", "offers", "performs", "racks", "reports", "reshuffles"), "ed"),
    **dict.fromkeys(("settles", "refuses", "voids", "waits", "plays", "needs"), "ed"),
    **dict.fromkeys(("pushes", "misses"), "ed"),
    "begins": "began", "burns": "burned", "cuts": "cut", "deals": "dealt", "does": "did",
    "forgets": "forgot", "gives": "gave", "goes": "went", "keeps": "kept", "leaves": "left",
    "lets": "let", "pays": "paid", "puts": "put", "sends": "sent", "sets": "set",
    "shows": "showed", "skips": "skipped", "spreads": "spread", "starts": "started",
    "takes": "took",
}  # fmt: skip
_THEN = {"is": "was", "are": "were", "has": "had", "lies": "lay", "does": "did"}


def you_did(words: str) -> str:
    """A habit as feedback to the trainee, in the past tense.

    >>> you_did("pays a hand that lost"), you_did("skips the wash")
    ('You paid a hand that lost', 'You skipped the wash')
    """
    verb, _, rest = words.partition(" ")
    past = _DID.get(verb)
    if past is None:
        return words[:1].upper() + words[1:]
    if past == "ed":
        stem = verb[:-2] if verb.endswith(("shes", "sses")) else verb[:-1]
        past = stem + ("d" if stem.endswith("e") else "ed")
    told = " ".join(_THEN.get(word, word) for word in rest.split())
    return f"You {past} {told}".replace(" that have to ", " that had to ")
