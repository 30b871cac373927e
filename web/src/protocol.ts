// generated: do not edit. `make goldens` writes this file from `casinowar schema messages`.
// Messages of a Casino War table's socket, casinowar-table/1.

/** What happens to chips on a betting area. */
export type Action = "collect" | "return" | "pay";

/** A free number: min, or min plus steps, up to max. */
export interface Amounts {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Say "no more bets". */
export interface AnnounceNoMoreBets {
  readonly command: "announce_no_more_bets";
}

/** The answer to the question due. */
export interface AnswerDueFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of events so far. */
  readonly version: number;
  readonly due: Due | null;
}

/** The answer to the question legal. */
export interface AnswerLegalFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of events so far. */
  readonly version: number;
  readonly legal: ReadonlyArray<Offer>;
  /** While bets are open: what each seat of this person may bet. */
  readonly bets?: ReadonlyArray<Bets>;
}

/** Everybody at the table was told. */
export interface AnswerSaidFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of events so far. */
  readonly version: number;
  readonly said: Phrase;
}

/** The answer to the question snapshot. */
export interface AnswerSnapshotFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of events so far. */
  readonly version: number;
  readonly snapshot: Snapshot;
}

/** The answer to the question view. */
export interface AnswerViewFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of events so far. */
  readonly version: number;
  readonly view: View;
}

/** A question about the table. */
export interface AskFrame {
  readonly type: "ask";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ask: "view" | "legal" | "due" | "snapshot";
}

/** What a table can wait for. */
export type Awaited =
  | "opening"
  | "player"
  | "bet"
  | "cut"
  | "choice"
  | "war_tie"
  | "contribution"
  | "step";

/** The device shuffled and stored the batch that is not in play. */
export interface BatchStored {
  readonly name: "batch_stored";
  readonly version: 1;
  readonly cites: string;
  readonly batch: number;
}

/** The stored batch came into play; the other went into the shuffler. */
export interface BatchesSwapped {
  readonly name: "batches_swapped";
  readonly version: 1;
  readonly cites: string;
  readonly batch: number;
}

/**
 * The limits of one wager: a multiple of ``step`` from ``min`` to ``max``.
 * ``cites`` is the clause for minimum and maximum, ``step_cites`` the clause for the step. ``down``
 * is the amount already on the layout. A new amount replaces it, unless ``final`` names the clause
 * that forbids changes.
 */
export interface Bet {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly cites: string;
  readonly step_cites: string;
  readonly down?: number;
  readonly final?: string;
}

/** Call out a bet and throw in cash. */
export interface BetCashAloud {
  readonly command: "bet_cash_aloud";
  readonly seat: number;
  readonly amount_cents: number;
}

/**
 * Everything that a seat may bet now; other wagers are refused.
 * ``chips`` is the limit set by the player's chips. ``own_cents`` is the limit set by the player's
 * own limits, if it is lower. Wagers that a command does not name stay on the layout.
 */
export interface Bets {
  readonly seat: number;
  readonly initial_cents: Bet;
  readonly tie_cents?: Bet | null;
  readonly sides?: Readonly<Record<string, Bet>>;
  readonly coupon_cents?: Coupon | null;
  readonly needed: Needed;
  readonly chips: Most;
  readonly own_cents?: number | null;
  readonly forms: Forms;
}

/** Why a card is burned. */
export type Burn = "opening" | "new_dealer" | "war";

/** Put the next card face down into the rack, unseen. */
export interface BurnCard {
  readonly command: "burn_card";
}

/** Buy chips for cash. */
export interface BuyChips {
  readonly command: "buy_chips";
  readonly seat: number;
  readonly cash_cents: number;
}

/** Answer for a player who did not answer in time, by the house's policy. */
export interface CallTime {
  readonly command: "call_time";
  readonly seat: number;
}

/** A card: its rank, then its suit. */
export type Card = string;

/** A card went face down into the rack; its rank was revealed to nobody. */
export interface CardBurned {
  readonly name: "card_burned";
  readonly version: 1;
  readonly cites: string;
  readonly burn: Burn;
}

/** The dealer corrected the last real card that was entered; nothing depended on it yet. */
export interface CardCorrected {
  readonly name: "card_corrected";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly told: Card;
  readonly card: Card;
}

/** A card was dealt face up in the original deal; seat 0 is the dealer. */
export interface CardDealt {
  readonly name: "card_dealt";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly card: Card;
}

/** A card was drawn in error without being exposed; it is the next card. */
export interface CardDrawnInError {
  readonly name: "card_drawn_in_error";
  readonly version: 1;
  readonly cites: string;
}

/** The cards were taken out of the shoe and the rack. */
export interface CardsCollected {
  readonly name: "cards_collected";
  readonly version: 1;
  readonly cites: string;
}

/** The cards in front of the cut went to the back; seat 0 is the dealer. */
export interface CardsCut {
  readonly name: "cards_cut";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly cards: number;
}

/** Nobody was playing: the cards were taken out of the shoe and the rack and spread. */
export interface CardsIdled {
  readonly name: "cards_idled";
  readonly version: 1;
  readonly cites: string;
  readonly face_up: boolean;
}

/** The player who was shown the cards objected to them; the floorperson decides. */
export interface CardsObjected {
  readonly name: "cards_objected";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** The cards were taken off the table for good. */
export interface CardsRemoved {
  readonly name: "cards_removed";
  readonly version: 1;
  readonly cites: string;
}

/** A player was given time to look at the cards. */
export interface CardsShown {
  readonly name: "cards_shown";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** The cards were shuffled into one stack. */
export interface CardsShuffled {
  readonly name: "cards_shuffled";
  readonly version: 1;
  readonly cites: string;
  readonly shuffling: Shuffling;
}

/** A batch was spread face up, by suit and in sequence. */
export interface CardsSpread {
  readonly name: "cards_spread";
  readonly version: 1;
  readonly cites: string;
  readonly batch: number;
}

/** A batch was stacked. */
export interface CardsStacked {
  readonly name: "cards_stacked";
  readonly version: 1;
  readonly cites: string;
  readonly batch: number;
}

/** A batch was turned face down. */
export interface CardsTurnedDown {
  readonly name: "cards_turned_down";
  readonly version: 1;
  readonly cites: string;
  readonly batch: number;
}

/** Cards that were spread face down were turned face up. */
export interface CardsTurnedUp {
  readonly name: "cards_turned_up";
  readonly version: 1;
  readonly cites: string;
}

/** The cards were mixed on the table. */
export interface CardsWashed {
  readonly name: "cards_washed";
  readonly version: 1;
  readonly cites: string;
}

/** Take the cards off the table; new decks follow. */
export interface ChangeCards {
  readonly command: "change_cards";
}

/** Send a new dealer to the table. */
export interface ChangeDealer {
  readonly command: "change_dealer";
  readonly dealer: string;
}

/** Move to another seat between rounds, with all chips. */
export interface ChangeSeat {
  readonly command: "change_seat";
  readonly seat: number;
  readonly to: number;
}

/** Cash went into the drop box, chips to the player. */
export interface ChipsBought {
  readonly name: "chips_bought";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly cash_cents: number;
}

/** The player of a tied hand was offered the choices of the house: surrender or war. */
export interface ChoiceOffered {
  readonly name: "choice_offered";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly surrender: boolean;
  readonly war: boolean;
}

/** What a client sends. */
export type ClientFrame = HelloFrame | CommandFrame | AskFrame | SayFrame | PingFrame;

/** Close the contributions: from now on the stack is fixed, and nobody can read it. */
export interface CloseContributions {
  readonly command: "close_contributions";
}

/** Close the table; players leave with their chips. */
export interface CloseTable {
  readonly command: "close_table";
}

/** The reasons for a refusal. */
export type Code =
  | "step/not_due"
  | "step/out_of_order"
  | "step/not_now"
  | "step/change_cards_first"
  | "role/not_yours"
  | "table/closed"
  | "table/already_open"
  | "table/earlier_day"
  | "table/above_authorised_limit"
  | "table/wagers_down"
  | "table/same_dealer"
  | "table/bad_name"
  | "tray/short"
  | "tray/other_count"
  | "seat/no_such_seat"
  | "seat/taken"
  | "seat/empty"
  | "seat/too_many"
  | "seat/too_young"
  | "seat/wagers_in_play"
  | "seat/sitting_out"
  | "amount/out_of_range"
  | "chips/not_enough"
  | "chips/not_a_multiple"
  | "wager/below_minimum"
  | "wager/above_maximum"
  | "wager/not_a_multiple"
  | "wager/not_offered"
  | "wager/form_not_accepted"
  | "wager/first_needed"
  | "wager/must_equal_first"
  | "wager/final"
  | "wager/none"
  | "wager/bets_closed"
  | "choice/not_asked"
  | "choice/no_surrender"
  | "decks/wrong_count"
  | "decks/wrong_shuffling"
  | "decks/wrong_backs"
  | "cut/bad_depth"
  | "cut/not_offered"
  | "shuffler/none"
  | "shuffler/empty"
  | "shoe/not_sealed"
  | "contribution/closed"
  | "contribution/made"
  | "contribution/other_value"
  | "contribution/bad_digits"
  | "shoe/empty"
  | "shoe/card_unseen"
  | "shoe/suit_needed"
  | "shoe/beyond_decks"
  | "shoe/not_physical"
  | "shoe/card_face_up"
  | "shoe/card_not_face_up"
  | "shoe/already_drawn"
  | "card/hands_off";

/** Take the cards of a finished shoe out of the shoe and the rack. */
export interface CollectCards {
  readonly command: "collect_cards";
}

/** A command, as a client gives it. */
export type Command =
  | OpenTable
  | ChangeDealer
  | TakeOver
  | StartGamingDay
  | FillTray
  | CreditTray
  | CloseTable
  | ReceiveDecks
  | InspectDecks
  | VerifyInspection
  | ReportBadDecks
  | RejectDecks
  | ChangeCards
  | SpreadCards
  | ShowCards
  | ObjectToCards
  | TurnCardsUp
  | TurnCardsDown
  | WashCards
  | StackCards
  | SpreadIdleCards
  | OrderIdleSpread
  | RequestSpread
  | ShuffleCards
  | ShuffleStoredBatch
  | SwapBatches
  | ReportShufflerFault
  | CollectCards
  | OrderReshuffle
  | SealContribution
  | CloseContributions
  | OpenContribution
  | OfferCut
  | TakeCut
  | RefuseCut
  | CutCards
  | PlaceCuttingCard
  | LoadShoe
  | TakeSeat
  | LeaveSeat
  | BuyChips
  | SitOut
  | ReturnToPlay
  | PlaceWagers
  | BetCashAloud
  | TakeBackWagers
  | AnnounceNoMoreBets
  | BurnCard
  | DealCard
  | SettleHand
  | RackCards
  | ReportCuttingCard
  | CorrectCard
  | SurrenderHand
  | GoToWar
  | PlaceWarTie
  | DeclineWarTie
  | SettleSurrender
  | ConfirmWar
  | SettleWar
  | CallTime
  | SetAsideFaceUpCard
  | DrawInError
  | ReportMissedSeat
  | VoidRound
  | TouchCards
  | ChangeSeat;

/** A command under the client's own id. The same id gets the same answer. */
export interface CommandFrame {
  readonly type: "command";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly command: Command;
  /** The floor's reason. */
  readonly reason?: string;
  /** The card that came out of the shoe, at a table with real cards. */
  readonly face?: string;
}

/** A command. */
export type CommandName =
  | "open_table"
  | "change_dealer"
  | "take_over"
  | "start_gaming_day"
  | "fill_tray"
  | "credit_tray"
  | "close_table"
  | "receive_decks"
  | "inspect_decks"
  | "verify_inspection"
  | "report_bad_decks"
  | "reject_decks"
  | "change_cards"
  | "spread_cards"
  | "show_cards"
  | "object_to_cards"
  | "turn_cards_up"
  | "turn_cards_down"
  | "wash_cards"
  | "stack_cards"
  | "spread_idle_cards"
  | "order_idle_spread"
  | "request_spread"
  | "shuffle_cards"
  | "shuffle_stored_batch"
  | "swap_batches"
  | "report_shuffler_fault"
  | "collect_cards"
  | "order_reshuffle"
  | "seal_contribution"
  | "close_contributions"
  | "open_contribution"
  | "offer_cut"
  | "take_cut"
  | "refuse_cut"
  | "cut_cards"
  | "place_cutting_card"
  | "load_shoe"
  | "take_seat"
  | "leave_seat"
  | "buy_chips"
  | "sit_out"
  | "return_to_play"
  | "place_wagers"
  | "bet_cash_aloud"
  | "take_back_wagers"
  | "announce_no_more_bets"
  | "burn_card"
  | "deal_card"
  | "settle_hand"
  | "rack_cards"
  | "report_cutting_card"
  | "correct_card"
  | "surrender_hand"
  | "go_to_war"
  | "place_war_tie"
  | "decline_war_tie"
  | "settle_surrender"
  | "confirm_war"
  | "settle_war"
  | "call_time"
  | "set_aside_face_up_card"
  | "draw_in_error"
  | "report_missed_seat"
  | "void_round"
  | "touch_cards";

/** Confirm one war wager and move the first wager as the house does. */
export interface ConfirmWar {
  readonly command: "confirm_war";
  readonly seat: number;
}

/** A player revealed the value that they had sealed. */
export interface ContributionOpened {
  readonly name: "contribution_opened";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly value: string;
}

/** A player committed to a value that is mixed into the shuffle. */
export interface ContributionSealed {
  readonly name: "contribution_sealed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly commitment: string;
}

/** A seat's contribution to the shuffle. */
export interface ContributionView {
  readonly seat: number;
  readonly commitment: string;
  readonly value: string | null;
}

/**
 * The contributions to this shoe were closed.
 * The dealer's cut and the depth of the cutting card are derived within these bounds.
 */
export interface ContributionsClosed {
  readonly name: "contributions_closed";
  readonly version: 1;
  readonly cites: string;
  readonly cards: number;
  readonly cut_least: number;
  readonly depth_least: number;
  readonly depth_most: number;
}

/** Correct the last real card that was entered, before anything depends on it. */
export interface CorrectCard {
  readonly command: "correct_card";
}

/** A wait of the table, and the time that is left for it. */
export interface Countdown {
  readonly what: Awaited;
  /** null: anybody. */
  readonly who: string | null;
  /** null: no clock is running. */
  readonly left_ms: number | null;
  readonly message: string;
  readonly cites: string;
  /** The player has no socket at the table. */
  readonly away?: true;
}

/**
 * The limits of a coupon: a multiple of ``step``, at most the first wager.
 * Coupon and first wager together are at most ``max``.
 */
export interface Coupon {
  readonly step: number;
  readonly cites: string;
  readonly max: number;
  readonly max_cites: string;
  readonly down?: number;
  readonly final?: string;
}

/** A match play coupon went back to its player. */
export interface CouponReturned {
  readonly name: "coupon_returned";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** A match play coupon was decided and collected. */
export interface CouponTaken {
  readonly name: "coupon_taken";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** Send chips from the tray back to the cage. */
export interface CreditTray {
  readonly command: "credit_tray";
  readonly amount_cents: number;
}

/**
 * Cut the stack as the dealer, if no player does: in the middle, unless ``cards`` is given.
 * In a sealed shoe the position is derived, and ``cards`` must be omitted.
 */
export interface CutCards {
  readonly command: "cut_cards";
  readonly cards?: number | null;
}

/** The stack was offered to a player. */
export interface CutOffered {
  readonly name: "cut_offered";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** A player declined the cut; ``called``: the player gave no answer in time. */
export interface CutRefused {
  readonly name: "cut_refused";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly called: boolean;
}

/** The cutting card was inserted; ``cards_behind`` counts from the back. */
export interface CuttingCardPlaced {
  readonly name: "cutting_card_placed";
  readonly version: 1;
  readonly cites: string;
  readonly cards_behind: number;
}

/** The cutting card appeared before this seat's card; 0 is the dealer. */
export interface CuttingCardReached {
  readonly name: "cutting_card_reached";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** A free day; null is no bound. */
export interface Days {
  readonly min: string | null;
  readonly max: string | null;
}

/** Deal the next card face up to a seat, or to the dealer (seat 0). */
export interface DealCard {
  readonly command: "deal_card";
  readonly seat: number;
}

/** A new dealer came to the table. */
export interface DealerChanged {
  readonly name: "dealer_changed";
  readonly version: 1;
  readonly cites: string;
  readonly dealer: string;
}

/** The dealer and the dealer's cards. */
export interface DealerView {
  readonly name: string;
  readonly card: Card | null;
  readonly war_cards: ReadonlyArray<Card>;
}

/** The dealer sorted and inspected the decks. */
export interface DecksInspected {
  readonly name: "decks_inspected";
  readonly version: 1;
  readonly cites: string;
}

/** Decks came to the table. */
export interface DecksReceived {
  readonly name: "decks_received";
  readonly version: 1;
  readonly cites: string;
  readonly decks: number;
  readonly backs: ReadonlyArray<string>;
  readonly cutting_card: string;
}

/** Decks failed the inspection, or an objection was upheld; other decks replace them. */
export interface DecksRejected {
  readonly name: "decks_rejected";
  readonly version: 1;
  readonly cites: string;
  readonly by_dealer: boolean;
  readonly reason: string;
}

/** Make no Tie wager on the war deal. */
export interface DeclineWarTie {
  readonly command: "decline_war_tie";
  readonly seat: number;
}

/** A fixed number of hexadecimal digits, in lower case. */
export interface Digits {
  readonly digits: number;
}

/** A command was carried out: its events have the numbers first to version. */
export interface DoneFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: true;
  /** The number of an event. */
  readonly first: number;
  /** The number of an event. */
  readonly version: number;
}

/** Report that a card was drawn in error without being exposed. */
export interface DrawInError {
  readonly command: "draw_in_error";
}

/** A step that is due: its command, a sentence and the clause it rests on. */
export interface Due {
  readonly command: string;
  readonly message: string;
  readonly cites: string;
}

/** Something that happened. */
export type Event =
  | TableOpened
  | RealCardsAnnounced
  | DealerChanged
  | GamingDayStarted
  | TrayFilled
  | TrayCredited
  | TableClosed
  | DecksReceived
  | DecksInspected
  | InspectionVerified
  | DecksRejected
  | CardsRemoved
  | CardsSpread
  | CardsShown
  | CardsObjected
  | CardsTurnedUp
  | CardsTurnedDown
  | CardsWashed
  | CardsStacked
  | IdleOrdered
  | CardsIdled
  | SpreadRequested
  | CardsShuffled
  | BatchStored
  | BatchesSwapped
  | ShufflerFailed
  | CardsCollected
  | ReshuffleOrdered
  | ShoeCommitted
  | ContributionSealed
  | ContributionsClosed
  | ContributionOpened
  | SeedRevealed
  | CutOffered
  | CutRefused
  | CardsCut
  | CuttingCardPlaced
  | LastCardHidden
  | ShoeLoaded
  | CuttingCardReached
  | CardBurned
  | SeatTaken
  | SeatLeft
  | ChipsBought
  | PlayerSatOut
  | PlayerReturned
  | WagerPlaced
  | WagersTakenBack
  | WagersReturned
  | NoMoreBetsAnnounced
  | CardDealt
  | CardCorrected
  | HandCompared
  | HandRacked
  | RoundCompleted
  | WagerCollected
  | WagerReturned
  | WagerPaid
  | CouponTaken
  | CouponReturned
  | HandDecided
  | MovementReversed
  | ChoiceOffered
  | TieContinued
  | SurrenderChosen
  | WarChosen
  | WarConfirmed
  | WarMatched
  | MatchTakenBack
  | WarTieOffered
  | WarTiePlaced
  | WarTieDeclined
  | WarCardDealt
  | WarCompared
  | FaceUpCardFound
  | CardDrawnInError
  | SeatMissed
  | RoundVoided;

/** The events numbered first to version, and what the table waits for now. */
export interface EventsFrame {
  readonly type: "events";
  /** The number of an event. */
  readonly first: number;
  /** The number of an event. */
  readonly version: number;
  /** Milliseconds since 1970, UTC. */
  readonly at_ms: number;
  readonly events: ReadonlyArray<Event>;
  readonly phase: Phase;
  readonly waits: ReadonlyArray<Countdown>;
  /**
   * Of all events up to the last one here. Only where shoes are sealed; of the frames that a client
   * missed, only the last one has it.
   */
  readonly head?: HeadOfLog;
}

/** A card was found face up in the shoe and went into the rack unused. */
export interface FaceUpCardFound {
  readonly name: "face_up_card_found";
  readonly version: 1;
  readonly cites: string;
  readonly card: Card;
  readonly found: number;
}

/** The log of a table with sealed shoes, for clients that check it. */
export interface Fair {
  readonly origin: string;
  /** The newest of the house's public keys. */
  readonly key: string;
  /** All of them, the newest last. */
  readonly keys: ReadonlyArray<HouseKey>;
  readonly head: HeadOfLog;
  /** An alarm: a shoe with no card for a day whose seed is not revealed. */
  readonly overdue: OverdueShoe | null;
}

/** Bring chips from the cage to the tray. */
export interface FillTray {
  readonly command: "fill_tray";
  readonly amount_cents: number;
}

/** The forms in which wagers are accepted. */
export interface Forms {
  readonly any_of: ReadonlyArray<WagerForm>;
  readonly cites: string;
}

/** A new gaming day began. */
export interface GamingDayStarted {
  readonly name: "gaming_day_started";
  readonly version: 1;
  readonly cites: string;
  readonly day: string;
}

/**
 * Put down the war wager.
 * An amount in ``war_tie_cents`` also places the Tie wager on the war deal, and zero declines it.
 * With None, the dealer offers that wager if the house has it.
 */
export interface GoToWar {
  readonly command: "go_to_war";
  readonly seat: number;
  readonly war_tie_cents?: number | null;
}

/** Why the server ends a socket. */
export type Goodbye =
  | "taken_over"
  | "signed_out"
  | "session_expired"
  | "too_many"
  | "no_hello"
  | "stopping"
  | "moved";

/**
 * The last frame of a socket. It is then closed with a code: 4001 taken_over, 4002 signed_out, 4003
 * session_expired, 4004 too_many, 4005 no_hello, 4006 stopping, 4007 moved.
 */
export interface GoodbyeFrame {
  readonly type: "goodbye";
  readonly reason: Goodbye;
}

/** A hand was compared with the dealer's. */
export interface HandCompared {
  readonly name: "hand_compared";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly result: Result;
}

/** Every wager of a hand is decided. */
export interface HandDecided {
  readonly name: "hand_decided";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly outcome: Outcome;
}

/** The cards of a hand went into the rack; seat 0 is the dealer. */
export interface HandRacked {
  readonly name: "hand_racked";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly cards: ReadonlyArray<RackedCard>;
}

/** The wagers and cards of a seat in a round. */
export interface HandView {
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly initial_cents: number;
  readonly coupon_cents: number;
  readonly tie_cents: number;
  readonly sides: Readonly<Record<string, number>>;
  readonly war_cents: number;
  readonly war_tie_cents: number;
  readonly match_cents: number;
  readonly layout_cents: number;
  readonly wagered_cents: number;
  readonly returned_cents: number;
  readonly card: Card | null;
  readonly war_cards: ReadonlyArray<Card>;
  readonly racked: boolean;
  readonly movements: ReadonlyArray<MovementView>;
}

/** A signed head: it stands for the first ``size`` events of a table with sealed shoes. */
export interface HeadOfLog {
  /** The number of events so far. */
  readonly size: number;
  /** The head, 32 bytes in base64. */
  readonly hash: string;
  /** The public key that signed, 64 hexadecimal digits. */
  readonly key: string;
  /** Ed25519, 64 bytes in base64. */
  readonly signature: string;
}

/** The first message: what the client has seen, and what it wants to be sent. */
export interface HelloFrame {
  readonly type: "hello";
  /** The number of the last event the client has; null if it has none. */
  readonly last?: number | null;
  /** The stream of the welcome that ``last`` counts in; without it, a view. */
  readonly stream?: string | null;
  readonly views?: boolean;
  readonly offers?: boolean;
  readonly people?: boolean;
  /** The client adds to the shuffle of sealed shoes: the table waits for it. */
  readonly contributes?: boolean;
}

/** A public key of the house; each later one is signed by the one before it. */
export interface HouseKey {
  readonly key: string;
  readonly signature?: string;
}

/** The floor had the cards spread; seated players sit out until they return to play. */
export interface IdleOrdered {
  readonly name: "idle_ordered";
  readonly version: 1;
  readonly cites: string;
}

/** Sort and inspect the decks. */
export interface InspectDecks {
  readonly command: "inspect_decks";
}

/** The floorperson verified the inspection. */
export interface InspectionVerified {
  readonly name: "inspection_verified";
  readonly version: 1;
  readonly cites: string;
}

/** A second cutting card hides the last card of the stack. */
export interface LastCardHidden {
  readonly name: "last_card_hidden";
  readonly version: 1;
  readonly cites: string;
}

/** Stand up with all chips. */
export interface LeaveSeat {
  readonly command: "leave_seat";
  readonly seat: number;
}

/** How a card lies in the discard rack, so that rounds can be read from the rack. */
export type Lies = "face_down" | "hand" | "crosswise" | "face_up";

/** Currency, chips and posted limits. */
export interface LimitsView {
  readonly currency: string;
  readonly symbol: string;
  readonly smallest_chip_cents: number;
  readonly step_cents: number;
  readonly first: RangeView;
  readonly tie: RangeView | null;
  readonly side: RangeView | null;
}

/** Put the stack into the dealing shoe. */
export interface LoadShoe {
  readonly command: "load_shoe";
}

/** The dealer's unit went back into the tray. */
export interface MatchTakenBack {
  readonly name: "match_taken_back";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** A message could not be read. `id` is given if it could be read. */
export interface MessageRefusedFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id?: string;
  readonly ok: false;
  readonly code: WireCode;
  readonly message: string;
}

/** The most that all wagers of a seat may add up to; a coupon does not count. */
export interface Most {
  readonly cents: number;
  readonly cites: string;
}

/** A payment went back to the tray, or a collected wager back to the layout. */
export interface MovementReversed {
  readonly name: "movement_reversed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly side: string | null;
  readonly action: Action;
  readonly amount_cents: number;
}

/** One movement of chips. */
export interface MovementView {
  readonly wager: string;
  readonly words: string;
  readonly action: Action;
  readonly amount_cents: number;
  readonly odds: string | null;
  readonly cites: string;
}

/** At least one of these wagers must be on the layout. */
export interface Needed {
  readonly one_of: ReadonlyArray<"initial_cents" | "tie_cents">;
  readonly cites: string;
}

/** The dealer said "no more bets". */
export interface NoMoreBetsAnnounced {
  readonly name: "no_more_bets";
  readonly version: 1;
  readonly cites: string;
  readonly round: number;
}

/** News for one person, mostly about what the owner or the floor did. */
export type Notice = "stood_up" | "table_closed" | "floor" | "restored";

/** News for this person, in one sentence. */
export interface NoticeFrame {
  readonly type: "notice";
  readonly notice: Notice;
  readonly message: string;
}

/** Object to the cards that were shown, before they are turned face down. */
export interface ObjectToCards {
  readonly command: "object_to_cards";
  readonly seat: number;
}

/** A command that would be accepted, with its fixed and free fields. */
export interface Offer {
  readonly command: CommandName;
  readonly [field: string]: Amounts | Texts | Days | Digits | SideAmounts | number | string | boolean | ReadonlyArray<string>;
}

/** Offer the stack to a player to cut. */
export interface OfferCut {
  readonly command: "offer_cut";
  readonly seat: number;
}

/** What this person may do now, until the next frame of this type replaces it. */
export interface OffersFrame {
  readonly type: "offers";
  /** The number of events so far. */
  readonly version: number;
  readonly offers: ReadonlyArray<Offer>;
  /** While bets are open: what each seat of this person may bet. */
  readonly bets?: ReadonlyArray<Bets>;
}

/** Reveal the value that was sealed, in 64 hexadecimal digits. */
export interface OpenContribution {
  readonly command: "open_contribution";
  readonly seat: number;
  readonly value: string;
}

/** Open the table for a gaming day with decks, a dealer and chips in the tray. */
export interface OpenTable {
  readonly command: "open_table";
  readonly day: string;
  readonly dealer: string;
  readonly tray_cents: number;
  readonly decks?: number | null;
  readonly shuffling?: Shuffling | null;
  readonly sealed?: boolean;
  readonly physical?: boolean;
}

/** Have the cards spread because the seated players are not betting. */
export interface OrderIdleSpread {
  readonly command: "order_idle_spread";
}

/** Reshuffle at the casino's discretion. */
export interface OrderReshuffle {
  readonly command: "order_reshuffle";
}

/** The outcome of a first wager. */
export type Outcome =
  | "win"
  | "lose"
  | "war_won"
  | "war_tied"
  | "war_lost"
  | "surrender"
  | "void"
  | "none";

/** A shoe whose seed should have been revealed long ago. */
export interface OverdueShoe {
  readonly shoe: number;
  /** Milliseconds since 1970, UTC. */
  readonly last_ms: number;
}

/**
 * Who is at the table, for clients whose hello asks for people: at once and after every change.
 * Watchers connected to another process are not listed.
 */
export interface PeopleFrame {
  readonly type: "people";
  readonly seated: ReadonlyArray<Seated>;
  /** The number of watchers. */
  readonly watching: number;
  /** The names of the watchers; null at public tables. */
  readonly watchers: ReadonlyArray<string> | null;
}

/** Where the table is in its procedure. */
export type Phase =
  | "closed"
  | "receive"
  | "inspect"
  | "verify"
  | "spread"
  | "look"
  | "objection"
  | "turn_down"
  | "wash"
  | "stack"
  | "shuffle"
  | "swap"
  | "offer_cut"
  | "cut_offered"
  | "cutting_card"
  | "load"
  | "betting"
  | "deal"
  | "settle"
  | "decide"
  | "surrenders"
  | "rack_original"
  | "war_wagers"
  | "war_ties"
  | "war_deal"
  | "war_settle"
  | "rack"
  | "collect"
  | "going_idle"
  | "idle"
  | "turn_up";

/** The phrases and reactions of a table. There is no free chat. */
export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thanks"
  | "one_moment"
  | "unlucky"
  | "another_round"
  | "good_night"
  | "clap"
  | "laugh"
  | "heart"
  | "wow"
  | "tear";

/** A keep-alive. */
export interface PingFrame {
  readonly type: "ping";
}

/**
 * Insert the cutting card; ``cards_behind`` counts from the back (default: the house's depth).
 * In a sealed shoe the depth is derived, and ``cards_behind`` must be omitted.
 */
export interface PlaceCuttingCard {
  readonly command: "place_cutting_card";
  readonly cards_behind?: number | null;
}

/**
 * Put wagers on the layout before "no more bets"; zero means none of that kind.
 * Wagers of other kinds that are already down stay.
 */
export interface PlaceWagers {
  readonly command: "place_wagers";
  readonly seat: number;
  readonly initial_cents?: number;
  readonly tie_cents?: number;
  readonly coupon_cents?: number;
  readonly sides?: Readonly<Record<string, number>>;
  readonly form?: WagerForm;
}

/** Put down a Tie wager on the war deal. */
export interface PlaceWarTie {
  readonly command: "place_war_tie";
  readonly seat: number;
  readonly tie_cents: number;
}

/** A player who sat out plays again. */
export interface PlayerReturned {
  readonly name: "player_returned";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** A player keeps the seat without betting; the table does not wait. */
export interface PlayerSatOut {
  readonly name: "player_sat_out";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** The answer to a ping. */
export interface PongFrame {
  readonly type: "pong";
}

/** Put the cards that are due into the discard rack, in order. */
export interface RackCards {
  readonly command: "rack_cards";
}

/** One card in the discard rack; None is a face that nobody saw. */
export interface RackedCard {
  readonly card: Card | null;
  readonly lies: Lies;
}

/** The posted minimum and maximum of one kind of wager. */
export interface RangeView {
  readonly min_cents: number;
  readonly max_cents: number;
}

/** Real cards are dealt at this table: the dealer enters each card. */
export interface RealCardsAnnounced {
  readonly name: "real_cards_announced";
  readonly version: 1;
  readonly cites: string;
}

/** A reminder of time and money, at the interval that the player chose. */
export interface RealityCheckFrame {
  readonly type: "reality_check";
  readonly minutes: number;
  readonly wagered_cents: number;
  readonly returned_cents: number;
  readonly help: ReadonlyArray<string>;
}

/** Receive the decks; one colour of back for each batch, another for the cutting card. */
export interface ReceiveDecks {
  readonly command: "receive_decks";
  readonly decks: number;
  readonly backs: ReadonlyArray<string>;
  readonly cutting_card: string;
}

/** Decline the cut; it is offered to the next player. */
export interface RefuseCut {
  readonly command: "refuse_cut";
  readonly seat: number;
}

/** Fail an inspection, or uphold an objection: other decks replace these. */
export interface RejectDecks {
  readonly command: "reject_decks";
  readonly reason: string;
}

/** Report decks that fail the inspection; others replace them. */
export interface ReportBadDecks {
  readonly command: "report_bad_decks";
  readonly reason: string;
}

/** Report that the cutting card came out of a shoe of real cards. */
export interface ReportCuttingCard {
  readonly command: "report_cutting_card";
}

/** Report that a seat with a wager was not dealt a card. */
export interface ReportMissedSeat {
  readonly command: "report_missed_seat";
  readonly seat: number;
}

/** Report that the shuffler jammed, stopped or did not complete its cycle. */
export interface ReportShufflerFault {
  readonly command: "report_shuffler_fault";
}

/** Ask to see the stored batch before it is dealt. */
export interface RequestSpread {
  readonly command: "request_spread";
  readonly seat: number;
}

/** The casino chose to reshuffle. */
export interface ReshuffleOrdered {
  readonly name: "reshuffle_ordered";
  readonly version: 1;
  readonly cites: string;
}

/** A player's card against the dealer's. */
export type Result = "lower" | "higher" | "equal";

/** Play again after sitting out. */
export interface ReturnToPlay {
  readonly command: "return_to_play";
  readonly seat: number;
}

/** A person's role in the service. */
export type Role = "player" | "dealer" | "floorperson" | "surveillance" | "administrator";

/** The round is over. */
export interface RoundCompleted {
  readonly name: "round_completed";
  readonly version: 1;
  readonly cites: string;
  readonly round: number;
  readonly reshuffle: boolean;
}

/** The result of a finished round for one seat. */
export interface RoundSeatView {
  readonly seat: number;
  readonly hand: HandView;
}

/** The last finished round. */
export interface RoundView {
  readonly round: number;
  readonly dealer: ReadonlyArray<Card>;
  readonly seats: ReadonlyArray<RoundSeatView>;
}

/** Every hand of the round is void. */
export interface RoundVoided {
  readonly name: "round_voided";
  readonly version: 1;
  readonly cites: string;
  readonly reason: string;
}

/** A person at the table said something. The frame is sent once and stored nowhere. */
export interface SaidFrame {
  readonly type: "said";
  readonly person: string;
  readonly name: string;
  /** null: a watcher. */
  readonly seat: number | null;
  readonly phrase: Phrase;
  /** Milliseconds since 1970, UTC. */
  readonly at_ms: number;
}

/**
 * A phrase or a reaction for everybody at the table. Players may say one every two seconds; at a
 * table by link, watchers too.
 */
export interface SayFrame {
  readonly type: "say";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly phrase: Phrase;
}

/** Contribute to the shuffle: the commitment to a secret value, in 64 hexadecimal digits. */
export interface SealContribution {
  readonly command: "seal_contribution";
  readonly seat: number;
  readonly commitment: string;
}

/** The sealed shoe: the house's commitment and the players' contributions. */
export interface SealedView {
  readonly shoe: number;
  readonly commitment: string;
  readonly contributions: ReadonlyArray<ContributionView>;
  readonly closed: boolean;
}

/** A player stood up with all chips. */
export interface SeatLeft {
  readonly name: "seat_left";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly player: string;
  readonly chips_cents: number;
}

/** A seat was not dealt a card in the original deal; its wagers are void. */
export interface SeatMissed {
  readonly name: "seat_missed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** A player sat down. */
export interface SeatTaken {
  readonly name: "seat_taken";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly player: string;
  readonly player_name: string;
}

/** An occupied seat. */
export interface SeatView {
  readonly seat: number;
  readonly player: string;
  readonly name: string;
  readonly chips_cents: number;
  readonly sitting_out: boolean;
  readonly you: boolean;
  readonly hand: HandView | null;
}

/** A person seated at the table. */
export interface Seated {
  readonly seat: number;
  readonly name: string;
  readonly here: boolean;
}

/** The shoe ended, and its seed was revealed. */
export interface SeedRevealed {
  readonly name: "seed_revealed";
  readonly version: 1;
  readonly cites: string;
  readonly shoe: number;
  readonly seed: string;
}

/** What the server sends. */
export type ServerFrame =
  | WelcomeFrame
  | EventsFrame
  | WaitsFrame
  | ViewFrame
  | OffersFrame
  | DoneFrame
  | AnswerViewFrame
  | AnswerLegalFrame
  | AnswerDueFrame
  | AnswerSnapshotFrame
  | AnswerSaidFrame
  | TableRefusedFrame
  | MessageRefusedFrame
  | ServiceRefusedFrame
  | TableFrame
  | StoppedFrame
  | SaidFrame
  | NoticeFrame
  | PongFrame
  | GoodbyeFrame
  | PeopleFrame
  | RealityCheckFrame;

/** Why the service refused. */
export type ServiceCode =
  | "person/no_such_person"
  | "person/bad_name"
  | "person/bad_sign_in"
  | "person/sign_in_taken"
  | "person/passphrase_too_short"
  | "person/passphrase_too_long"
  | "person/passphrase_easy"
  | "person/wrong_passphrase"
  | "person/account_kept"
  | "person/no_account"
  | "person/age_needed"
  | "person/bad_age"
  | "person/changed"
  | "person/suspended"
  | "person/not_signed_in_there"
  | "session/none"
  | "session/ended"
  | "money/not_enough"
  | "money/bad_amount"
  | "money/no_coupons"
  | "money/refill_not_needed"
  | "money/refill_too_soon"
  | "limit/stake"
  | "limit/loss"
  | "limit/time_per_day"
  | "limit/time_per_session"
  | "limit/break"
  | "limit/excluded"
  | "limit/bad_value"
  | "limit/cannot_shorten"
  | "role/not_allowed"
  | "role/held_alone"
  | "role/has_chips"
  | "role/bad_end"
  | "role/last_administrator"
  | "role/reason_needed"
  | "table/no_such_table"
  | "table/id_taken"
  | "table/bad_settings"
  | "table/used_up"
  | "table/stopped"
  | "table/not_owner"
  | "table/locked"
  | "table/closed_by_owner"
  | "table/stood_up"
  | "table/empty_seat"
  | "table/not_by_link"
  | "table/not_played_here"
  | "table/runs_itself"
  | "table/not_physical"
  | "table/dealer_enters"
  | "table/other_dealer"
  | "table/stand_in"
  | "table/far_day"
  | "record/no_such_round"
  | "record/no_round_file"
  | "record/bad_search"
  | "record/not_your_round"
  | "call/bad_words"
  | "call/called_already"
  | "call/taken"
  | "call/no_such_call"
  | "school/no_lesson"
  | "school/moved_on"
  | "school/no_such_exam"
  | "school/exams_used_up"
  | "school/no_such_code"
  | "school/own_code"
  | "school/class_full"
  | "school/no_such_pupil"
  | "dispute/no_such_dispute"
  | "dispute/not_now"
  | "dispute/another_has_to_sign"
  | "dispute/changed"
  | "dispute/used_up"
  | "shoe/no_such_shoe"
  | "shoe/in_use"
  | "floor/preview_changed"
  | "floor/bad_count"
  | "floor/table_refused"
  | "floor/slip_needed"
  | "floor/slip_waits"
  | "floor/slip_ended"
  | "floor/no_such_slip"
  | "lab/no_numbers"
  | "command/id_used"
  | "service/key_used"
  | "say/too_soon"
  | "say/not_seated"
  | "service/no_hello"
  | "service/hello_twice"
  | "service/too_many"
  | "service/store_failed"
  | "service/stopping"
  | "service/foreign_origin"
  | "service/bad_request"
  | "service/not_found"
  | "service/wrong_method"
  | "service/too_large"
  | "service/failed";

/** The service refused a message, and nothing changed. */
export interface ServiceRefusedFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id?: string;
  readonly ok: false;
  readonly code: ServiceCode;
  readonly message: string;
  /** When to try again, if known. */
  readonly until_ms?: number;
}

/** Put the next card, found face up in the shoe, into the rack unused. */
export interface SetAsideFaceUpCard {
  readonly command: "set_aside_face_up_card";
}

/** Compare one hand of the original deal and settle what is decided. */
export interface SettleHand {
  readonly command: "settle_hand";
  readonly seat: number;
}

/** Collect what a surrender costs and return the rest. */
export interface SettleSurrender {
  readonly command: "settle_surrender";
  readonly seat: number;
}

/** Compare one hand of the war deal and settle it. */
export interface SettleWar {
  readonly command: "settle_war";
  readonly seat: number;
}

/** The house committed to the seed of the next shoe. */
export interface ShoeCommitted {
  readonly name: "shoe_committed";
  readonly version: 1;
  readonly cites: string;
  readonly shoe: number;
  readonly commitment: string;
}

/** A stack went into the dealing shoe. */
export interface ShoeLoaded {
  readonly name: "shoe_loaded";
  readonly version: 1;
  readonly cites: string;
  readonly shoe: number;
  readonly cards: number;
}

/** The shoe as everybody sees it. */
export interface ShoeView {
  readonly number: number;
  readonly decks: number;
  readonly size: number;
  readonly drawn: number;
  readonly cutting_card_out: boolean;
  readonly card_held: boolean;
  readonly burns_due: ReadonlyArray<Burn>;
  readonly sealed: SealedView | null;
  readonly physical: boolean;
}

/** Give a player time to inspect the cards. */
export interface ShowCards {
  readonly command: "show_cards";
  readonly seat: number;
}

/** Shuffle into one stack, by hand or with the device. */
export interface ShuffleCards {
  readonly command: "shuffle_cards";
}

/** Have the device shuffle and store the batch that is not in play. */
export interface ShuffleStoredBatch {
  readonly command: "shuffle_stored_batch";
}

/** The shuffler did not complete its cycle. */
export interface ShufflerFailed {
  readonly name: "shuffler_failed";
  readonly version: 1;
  readonly cites: string;
}

/** How the cards of a shoe are mixed. */
export type Shuffling = "hand" | "batches" | "continuous";

/** Side bets by name. */
export type SideAmounts = Readonly<Record<string, Amounts>>;

/** Keep the seat without betting; the table does not wait. */
export interface SitOut {
  readonly command: "sit_out";
  readonly seat: number;
}

/** The whole table; fields at their defaults are omitted. */
export interface Snapshot {
  readonly format: "casinowar-table/1";
  readonly rules: string;
  readonly table: Readonly<Record<string, unknown>>;
}

/** Spread one batch face up, by suit and in sequence. */
export interface SpreadCards {
  readonly command: "spread_cards";
  readonly batch?: number;
}

/** Nobody is playing: take the cards out of the shoe and the rack and spread them. */
export interface SpreadIdleCards {
  readonly command: "spread_idle_cards";
  readonly face_up?: boolean;
}

/** A player asked to see the stored batch. */
export interface SpreadRequested {
  readonly name: "spread_requested";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** Stack one batch. */
export interface StackCards {
  readonly command: "stack_cards";
  readonly batch?: number;
}

/** Start a new gaming day at a table that stays open. */
export interface StartGamingDay {
  readonly command: "start_gaming_day";
  readonly day: string;
}

/** Where one hand is in its round. */
export type Status = "live" | "asked" | "surrendering" | "at_war" | "settled" | "void";

/** Why a person cannot start new play at any table: a break, an exclusion or a limit. */
export interface Stopped {
  readonly code: ServiceCode;
  readonly message: string;
  readonly until_ms: number | null;
}

/** A break, an exclusion or a limit begins or ends: null when you can play again. */
export interface StoppedFrame {
  readonly type: "stopped";
  readonly stopped: Stopped | null;
}

/** A player surrendered; ``called``: the house's policy chose for the player. */
export interface SurrenderChosen {
  readonly name: "surrender_chosen";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly called: boolean;
}

/** Surrender a tied hand. */
export interface SurrenderHand {
  readonly command: "surrender_hand";
  readonly seat: number;
}

/** Take the shuffled batch out of the device and put the other one in. */
export interface SwapBatches {
  readonly command: "swap_batches";
}

/** The table was closed; its tray went to the cage. */
export interface TableClosed {
  readonly name: "table_closed";
  readonly version: 1;
  readonly cites: string;
}

/** The table in short, when its owner has changed, locked or closed it. */
export interface TableFrame {
  readonly type: "table";
  readonly table: TableInfo;
}

/** A table as the lobby shows it. */
export interface TableInfo {
  readonly id: string;
  readonly settings: TableSettings;
  readonly title: string;
  /** The digest of the rules in force. */
  readonly rules: string;
  readonly phase: Phase;
  readonly round: number;
  /** The prefix of the table's round ids: rounds, a hyphen, the round's number. */
  readonly rounds: string;
  readonly seats: number;
  /** Names by seat. */
  readonly players: Readonly<Record<string, string>>;
  readonly watching: number;
  readonly limits: LimitsView;
}

/** The floor opened the table. */
export interface TableOpened {
  readonly name: "table_opened";
  readonly version: 1;
  readonly cites: string;
  readonly house: string;
  readonly rules: string;
  readonly day: string;
  readonly dealer: string;
  readonly tray_cents: number;
  readonly decks: number;
  readonly shuffling: Shuffling;
}

/** The table refused a command, and nothing changed. */
export interface TableRefusedFrame {
  readonly type: "answer";
  /** Chosen by the client: printable ASCII. */
  readonly id: string;
  readonly ok: false;
  readonly code: Code;
  readonly message: string;
  readonly cites: string;
}

/** How a table is run. The rules themselves are those of its house. */
export interface TableSettings {
  readonly house: string;
  readonly title: string;
  readonly public: boolean;
  readonly runs_itself: boolean;
  readonly decks: number | null;
  readonly speed: "relaxed" | "normal" | "fast" | "slow" | "none";
  readonly min_cents: number | null;
  readonly max_cents: number | null;
  readonly shuffling: string | null;
  readonly sealed: boolean;
  readonly physical: boolean;
  readonly coupons: boolean;
  readonly stacked: string;
  readonly locked: boolean;
  readonly closed: boolean;
}

/** Take back all placed wagers before the deal. */
export interface TakeBackWagers {
  readonly command: "take_back_wagers";
  readonly seat: number;
}

/** Cut the stack; ``cards`` counts from the front. */
export interface TakeCut {
  readonly command: "take_cut";
  readonly seat: number;
  readonly cards: number;
}

/** Take the table over from the dealer who leaves, with the chips in the tray counted. */
export interface TakeOver {
  readonly command: "take_over";
  readonly dealer: string;
  readonly counted_cents: number;
}

/** Sit down. The session identifies the player. */
export interface TakeSeat {
  readonly command: "take_seat";
  readonly seat: number;
}

/** A free text within this length, other than those named. */
export interface Texts {
  readonly min_length: number;
  readonly max_length: number;
  readonly not: ReadonlyArray<string>;
}

/** A tied hand without a first wager stays for the war deal, as more ties may pay more. */
export interface TieContinued {
  readonly name: "tie_continued";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** Touch a card, which players may not do. */
export interface TouchCards {
  readonly command: "touch_cards";
  readonly seat: number;
}

/** Chips went from the tray to the cage. */
export interface TrayCredited {
  readonly name: "tray_credited";
  readonly version: 1;
  readonly cites: string;
  readonly amount_cents: number;
}

/** Chips came from the cage to the tray. */
export interface TrayFilled {
  readonly name: "tray_filled";
  readonly version: 1;
  readonly cites: string;
  readonly amount_cents: number;
}

/** Turn one batch face down. */
export interface TurnCardsDown {
  readonly command: "turn_cards_down";
  readonly batch?: number;
}

/** Turn up cards that were spread face down. */
export interface TurnCardsUp {
  readonly command: "turn_cards_up";
}

/** Verify the dealer's inspection of the decks. */
export interface VerifyInspection {
  readonly command: "verify_inspection";
}

/** A table as one person sees it. */
export interface View {
  readonly version: number;
  readonly you: string;
  readonly house: string;
  readonly title: string;
  readonly phase: Phase;
  readonly day: string | null;
  readonly shuffling: Shuffling;
  readonly round: number;
  readonly dealer: DealerView;
  readonly seats: ReadonlyArray<SeatView>;
  readonly turn: ReadonlyArray<number>;
  readonly shoe: ShoeView;
  readonly rack: ReadonlyArray<string>;
  readonly tray_cents: number;
  readonly due: Due | null;
  readonly waits: ReadonlyArray<WaitView>;
  readonly last_round: RoundView | null;
  readonly limits: LimitsView;
}

/** The whole table as everybody sees it. */
export interface ViewFrame {
  readonly type: "view";
  /** The number of events so far. */
  readonly version: number;
  readonly view: View;
}

/** Return every wager that is down, because the round cannot be finished. */
export interface VoidRound {
  readonly command: "void_round";
  readonly reason: string;
}

/** The kinds of wager; a side bet also has a name. */
export type Wager = "initial" | "tie" | "side" | "war" | "war_tie";

/** A wager went into the tray. */
export interface WagerCollected {
  readonly name: "wager_collected";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly side: string | null;
  readonly amount_cents: number;
}

/** What may be placed on a betting area. */
export type WagerForm = "chips" | "plaques" | "coupon";

/** A wager was paid; ``from_match_cents`` of that came from the dealer's matching unit. */
export interface WagerPaid {
  readonly name: "wager_paid";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly side: string | null;
  readonly amount_cents: number;
  readonly odds: string;
  readonly from_match_cents: number;
}

/** A wager was put on its betting area. */
export interface WagerPlaced {
  readonly name: "wager_placed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly side: string | null;
  readonly amount_cents: number;
  readonly form: WagerForm;
}

/** A wager went back to its player. */
export interface WagerReturned {
  readonly name: "wager_returned";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly side: string | null;
  readonly amount_cents: number;
}

/** The wagers of a round that was not dealt, including any coupon, went back to the player. */
export interface WagersReturned {
  readonly name: "wagers_returned";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
  readonly coupon_cents: number;
  readonly reason: string;
}

/** A player took back all wagers before the deal. */
export interface WagersTakenBack {
  readonly name: "wagers_taken_back";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** One thing that the table is waiting for. */
export interface WaitView {
  readonly who: string | null;
  readonly what: Awaited;
  readonly seconds: number | null;
  readonly otherwise: string | null;
  readonly message: string;
  readonly cites: string;
}

/** The clocks, when they change without an event: a player came back or left. */
export interface WaitsFrame {
  readonly type: "waits";
  /** The number of events so far. */
  readonly version: number;
  readonly waits: ReadonlyArray<Countdown>;
}

/** A card was dealt face up in the war deal; seat 0 is the dealer. */
export interface WarCardDealt {
  readonly name: "war_card_dealt";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly card: Card;
}

/** A player put down the war wager; ``called``: the house's policy chose for the player. */
export interface WarChosen {
  readonly name: "war_chosen";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly war_cents: number;
  readonly called: boolean;
}

/** A war hand was compared; ``again``: it tied and is dealt again. */
export interface WarCompared {
  readonly name: "war_compared";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly result: Result;
  readonly again: boolean;
}

/** The dealer confirmed a war wager. */
export interface WarConfirmed {
  readonly name: "war_confirmed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** The dealer posted a unit beside the player's two. */
export interface WarMatched {
  readonly name: "war_matched";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** A player declined a Tie wager on the war deal; ``called``: the house's policy answered. */
export interface WarTieDeclined {
  readonly name: "war_tie_declined";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly called: boolean;
}

/** A player at war may put a Tie wager on the war deal. */
export interface WarTieOffered {
  readonly name: "war_tie_offered";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
}

/** A Tie wager on the war deal was put on its betting area. */
export interface WarTiePlaced {
  readonly name: "war_tie_placed";
  readonly version: 1;
  readonly cites: string;
  readonly seat: number;
  readonly amount_cents: number;
}

/** Mix the cards thoroughly on the table. */
export interface WashCards {
  readonly command: "wash_cards";
}

/** The answer to hello; without a view, the events that were missed follow. */
export interface WelcomeFrame {
  readonly type: "welcome";
  readonly protocol: "casinowar-table/1";
  readonly play_money: true;
  readonly table: TableInfo;
  /** The history that event numbers belong to; a new one after a restore. */
  readonly stream: string;
  /** The number of events so far. */
  readonly version: number;
  readonly you: You;
  readonly waits: ReadonlyArray<Countdown>;
  readonly view?: View;
  /** Only at tables with sealed shoes. */
  readonly fair?: Fair;
}

/** Why a message did not reach the table. The codes are part of the protocol. */
export type WireCode =
  | "message/not_json"
  | "message/duplicate_key"
  | "message/too_large"
  | "message/too_deep"
  | "message/not_an_object"
  | "message/unknown_command"
  | "message/unknown_ask"
  | "message/unknown_field"
  | "message/missing_field"
  | "message/wrong_type"
  | "message/wrong_value"
  | "record/cannot_write";

/** The person this frame is for. */
export interface You {
  readonly person: string;
  readonly name: string;
  readonly roles: ReadonlyArray<Role>;
  readonly seats: ReadonlyArray<number>;
  readonly stopped: Stopped | null;
  readonly owner: boolean;
}
