"""Commands of players, and of a round from the first wager to the last racked card."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from casinowar.houses.house import WagerForm
from casinowar.table.clauses import rack_clause
from casinowar.table.commands.base import (
    DealerCommand,
    DealerStep,
    FloorCommand,
    PlayerCommand,
)
from casinowar.table.message import Text, Whole
from casinowar.table.state import Burn, Phase, Table
from casinowar.table.words import place

# --- seats ----------------------------------------------------------------------------------------


class TakeSeat(PlayerCommand, name="take_seat"):
    """Sit down. ``name`` is shown; without a name, the id is shown."""

    player: Text  # the player's id
    name: Text | None = None
    age_years: Whole | None = None  # if the player stated it


class LeaveSeat(PlayerCommand, name="leave_seat"):
    """Stand up with all chips."""


class BuyChips(PlayerCommand, name="buy_chips"):
    """Buy chips for cash."""

    cash_cents: Whole


class SitOut(PlayerCommand, name="sit_out"):
    """Keep the seat without betting; the table does not wait."""


class ReturnToPlay(PlayerCommand, name="return_to_play"):
    """Play again after sitting out."""


SeatsTopic = TakeSeat | LeaveSeat | BuyChips | SitOut | ReturnToPlay


# --- wagers ---------------------------------------------------------------------------------------


class PlaceWagers(PlayerCommand, name="place_wagers"):
    """Put wagers on the layout before "no more bets"; zero means none of that kind.

    Wagers of other kinds that are already down stay.
    """

    initial_cents: Whole = 0
    tie_cents: Whole = 0
    coupon_cents: Whole = 0
    sides: Mapping[Text, Whole] = field(default_factory=dict)
    form: WagerForm = WagerForm.CHIPS


class BetCashAloud(PlayerCommand, name="bet_cash_aloud"):
    """Call out a bet and throw in cash."""

    amount_cents: Whole


class TakeBackWagers(PlayerCommand, name="take_back_wagers"):
    """Take back all placed wagers before the deal."""


class AnnounceNoMoreBets(DealerStep, name="announce_no_more_bets"):
    """Say "no more bets"."""

    def words(self, state: Table) -> tuple[str, str]:
        return 'announce "no more bets"', state.house.cites.no_more_bets


WagersTopic = PlaceWagers | BetCashAloud | TakeBackWagers | AnnounceNoMoreBets


# --- deal and settlement --------------------------------------------------------------------------


class BurnCard(DealerStep, name="burn_card"):
    """Put the next card face down into the rack, unseen."""

    def words(self, state: Table) -> tuple[str, str]:
        cites = state.house.cites
        if state.phase is Phase.WAR_DEAL:
            count = state.house.war.burn_count
            return f"burn card {state.war_burned + 1} of {count} for the war deal", cites.war_burn
        if state.burns[0] is Burn.OPENING:
            return "burn a card before the first round of the shoe", cites.opening_burn
        return "burn a card, as each new dealer does", cites.new_dealer_burn


class DealCard(DealerStep, name="deal_card"):
    """Deal the next card face up to a seat, or to the dealer (seat 0)."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        if state.phase is Phase.WAR_DEAL:
            return f"deal the next war card to {place(self.seat)}", state.house.cites.war_deal
        return f"deal the next card to {place(self.seat)}", state.house.cites.original_deal


class SettleHand(DealerStep, name="settle_hand"):
    """Compare one hand of the original deal and settle what is decided."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        return f"settle seat {self.seat}", state.house.cites.settlement_order


class RackCards(DealerStep, name="rack_cards"):
    """Put the cards that are due into the discard rack, in order."""

    def words(self, state: Table) -> tuple[str, str]:
        if state.phase is Phase.RACK_ORIGINAL:
            words = "put the cards of everyone who is not at war into the discard rack"
            return words, state.house.cites.rack_original
        return "put all cards on the layout into the discard rack", rack_clause(state)


class ReportCuttingCard(DealerCommand, name="report_cutting_card"):
    """Report that the cutting card came out of a shoe of real cards."""


class CorrectCard(DealerCommand, name="correct_card"):
    """Correct the last real card that was entered, before anything depends on it."""


DealTopic = BurnCard | DealCard | SettleHand | RackCards | ReportCuttingCard | CorrectCard


# --- war ------------------------------------------------------------------------------------------


class SurrenderHand(PlayerCommand, name="surrender_hand"):
    """Surrender a tied hand."""


class GoToWar(PlayerCommand, name="go_to_war"):
    """Put down the war wager.

    An amount in ``war_tie_cents`` also places the Tie wager on the war deal, and zero declines it.
    With None, the dealer offers that wager if the house has it.
    """

    war_tie_cents: Whole | None = None


class PlaceWarTie(PlayerCommand, name="place_war_tie"):
    """Put down a Tie wager on the war deal."""

    tie_cents: Whole


class DeclineWarTie(PlayerCommand, name="decline_war_tie"):
    """Make no Tie wager on the war deal."""


class SettleSurrender(DealerStep, name="settle_surrender"):
    """Collect what a surrender costs and return the rest."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        return f"settle the surrender of seat {self.seat}", state.house.cites.surrender


class ConfirmWar(DealerStep, name="confirm_war"):
    """Confirm one war wager and move the first wager as the house does."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        name = state.house.wagers.war_name
        return f"confirm the {name} wager of seat {self.seat}", state.house.cites.war_confirmed


class SettleWar(DealerStep, name="settle_war"):
    """Compare one hand of the war deal and settle it."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        what = "war" if state.hands[self.seat].initial_cents else "Tie wager"
        return f"settle the {what} of seat {self.seat}", state.house.cites.war_settlement_order


class CallTime(DealerCommand, name="call_time"):
    """Answer for a player who did not answer in time, by the house's policy."""

    seat: Whole


WarTopic = (
    SurrenderHand
    | GoToWar
    | PlaceWarTie
    | DeclineWarTie
    | SettleSurrender
    | ConfirmWar
    | SettleWar
    | CallTime
)


# --- irregularities -------------------------------------------------------------------------------


class SetAsideFaceUpCard(DealerCommand, name="set_aside_face_up_card"):
    """Put the next card, found face up in the shoe, into the rack unused."""


class DrawInError(DealerCommand, name="draw_in_error"):
    """Report that a card was drawn in error without being exposed."""


class ReportMissedSeat(DealerCommand, name="report_missed_seat"):
    """Report that a seat with a wager was not dealt a card."""

    seat: Whole


class VoidRound(FloorCommand, name="void_round"):
    """Return every wager that is down, because the round cannot be finished."""

    reason: Text


class TouchCards(PlayerCommand, name="touch_cards"):
    """Touch a card, which players may not do."""


IrregularTopic = SetAsideFaceUpCard | DrawInError | ReportMissedSeat | VoidRound | TouchCards
