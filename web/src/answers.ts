// generated: do not edit. `make goldens` writes this file from `casinowar schema openapi`.
// What the routes of Casino War answer.

import type {
  Countdown,
  DealerView,
  Due,
  Event,
  HandView,
  LimitsView,
  Phase,
  RoundView,
  SeatView,
  ShoeView,
  Shuffling,
  Stopped,
  TableSettings,
  View,
  WaitView,
} from "./protocol";

/** One answer: the question, the answer given and the right answer. */
export interface AnswerShown {
  readonly round: number;
  readonly seat: number | null;
  readonly step: string;
  readonly notice: string;
  readonly given: string;
  readonly right: string;
  readonly did: string;
  readonly cites: string;
  readonly seconds: number;
}

/** The betting areas of a table. */
export interface Areas {
  /** The house's name for the first wager. */
  readonly first: string;
  /** The house's name for the war wager. */
  readonly war: string;
  readonly tie: boolean;
  /** Tie without a first wager. */
  readonly tie_alone: boolean;
  /** Tie on the war deal. */
  readonly war_tie: boolean;
  readonly sides: ReadonlyArray<Side>;
  /** A placed wager stays. */
  readonly bets_final: boolean;
  /** A table that people deal can take match play coupons. */
  readonly coupons: boolean;
}

/** Play chips, in cents. */
export interface Balance {
  /** In the account. */
  readonly account_cents: number;
  /** At tables, wagers included. */
  readonly at_tables_cents: number;
  readonly ok?: boolean;
  readonly play_money?: boolean;
}

/** One unit on another wager and one on the first, with the best decision for both. */
export interface BesideFirst {
  readonly best_decision: string | null;
  readonly house_edge: Percent;
  readonly initial_house_edge: Percent;
}

/** When cards are burned in a war deal. */
export type BurnPattern = "every_card" | "once" | "none";

/** Calls, the oldest first. */
export interface CallList {
  readonly ok?: boolean;
  readonly calls: ReadonlyArray<FloorCall>;
}

/** Chips, or a coupon, that a settlement moves. */
export interface ChipMove {
  readonly seat: number;
  readonly what: "take" | "pay" | "return";
  readonly wager: "initial" | "tie" | "side" | "war" | "war_tie" | "coupon";
  /** The name of a side bet. */
  readonly side: string | null;
  /** The chips of the wager. A payment also counts a coupon next to them. */
  readonly stake_cents: number;
  readonly amount_cents: number;
  /** The odds of the payment. */
  readonly odds: string | null;
  readonly cites: string;
}

/** A chip colour for payments. */
export interface ChipShown {
  readonly colour: string;
  readonly letter: string;
  readonly cents: number;
}

/** What one choice on a tie was worth. */
export interface Choice {
  readonly choice: "surrender" | "war";
  /** In units of the first wager. */
  readonly value: Figure;
  /** In cents, for your bet. */
  readonly cents: Figure;
  readonly best: boolean;
  /** Whether you, or policy for you, chose it. */
  readonly chosen: boolean;
}

/** The clauses behind the questions to players and the reports of dealers. */
export interface Cited {
  /** A match play coupon. */
  readonly coupon: string;
  /** How deep a cut must be. */
  readonly cut_depth: string;
  /** A card drawn in error. */
  readonly drawn_in_error: string;
  /** The minimum age, if there is one. */
  readonly entry: string;
  /** A card that lies face up in the shoe. */
  readonly face_up: string;
  /** The inspection of the decks. */
  readonly inspect: string;
  /** The limits of wagers. */
  readonly limits: string;
  /** A seat that was missed in the deal. */
  readonly missed: string;
  /** The first card of a new dealer. */
  readonly new_dealer_burn: string;
  /** A player who does not answer. */
  readonly no_answer: string;
  /** A shuffler that fails. */
  readonly shuffler_fault: string;
  /** A Tie wager on the war deal. */
  readonly war_tie_wager: string;
}

/** The clause behind a citation. */
export interface CitedClause {
  /**
   * A clause of the house's own document, a numbered house policy, or a clause of another document
   * that the house follows where its own is silent.
   */
  readonly basis: "clause" | "followed" | "policy";
  /** The title of its document. */
  readonly document: string;
  /** Its id in that document. */
  readonly number: string;
  /** What it says, in our own words. */
  readonly text: string;
}

/** The clock of an exam. */
export interface ClockShown {
  readonly seconds: number;
  readonly left: number;
  readonly hand_seconds: ReadonlyArray<number>;
  readonly mean: number | null;
  readonly goal: number;
}

/** One line of two houses side by side. */
export interface CompareLine {
  readonly what: string;
  readonly a: string;
  readonly b: string;
  readonly difference: string;
  readonly differs: boolean;
}

/** The contribution of one result of the first wager to the player's expectation. */
export interface Contribution {
  readonly result: string;
  readonly words: string;
  readonly chance: Percent;
  readonly net: string;
  readonly part: Percent;
}

/** What the floor decided. */
export interface Decision {
  /** What the player must be paid; 0: nothing is owed. */
  readonly pay_cents: number;
  readonly words: string;
}

/** The value of each decision on a tie, in units of the first wager. */
export interface DecisionValues {
  readonly war: string | null;
  readonly surrender: string | null;
  readonly tied_war_probability: string | null;
}

/** The house edge with a number of decks, for each decision on a tie. */
export interface DecksEdge {
  readonly decks: number;
  readonly war: Percent | null;
  readonly surrender: Percent | null;
}

/** A whole dispute file, for the floor and for surveillance. */
export interface DisputeFile {
  /** The number of a dispute. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly state: State;
  readonly table: string;
  /** Of the table. */
  readonly title: string;
  readonly house: string;
  readonly round: number;
  /** The id of a round. */
  readonly round_id: string;
  readonly seat: number;
  /** Of the player. */
  readonly name: string;
  /** What the player says, in their words. */
  readonly claim: string;
  /** What the player says came back; null: they did not say. */
  readonly says_paid_cents: number | null;
  readonly decision: Decision | null;
  /** One more with each step. */
  readonly version: number;
  /** The id of the player. */
  readonly person: string;
  /** Who dealt. */
  readonly dealer: string;
  readonly steps: ReadonlyArray<DisputeStep>;
  /** What you may do now: read, decide, confirm. */
  readonly may: ReadonlyArray<string>;
  /** null: the round is still being played. */
  readonly sheet: DisputeSheet | null;
}

/** A dispute in a list. Players see their own, and the decision once it is confirmed. */
export interface DisputeLine {
  /** The number of a dispute. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly state: State;
  readonly table: string;
  /** Of the table. */
  readonly title: string;
  readonly house: string;
  readonly round: number;
  /** The id of a round. */
  readonly round_id: string;
  readonly seat: number;
  /** Of the player. */
  readonly name: string;
  /** What the player says, in their words. */
  readonly claim: string;
  /** What the player says came back; null: they did not say. */
  readonly says_paid_cents: number | null;
  readonly decision: Decision | null;
}

/** What a seat was owed in a round and what came back, from the record alone. */
export interface DisputeSheet {
  readonly outcome: string;
  readonly cards: ReadonlyArray<string>;
  readonly dealer: ReadonlyArray<string>;
  readonly wagered_cents: number;
  readonly lines: ReadonlyArray<OwedLine>;
  readonly owed_cents: number;
  readonly paid_cents: number;
  readonly difference_cents: number;
  readonly says_paid_cents: number | null;
  /** The first thing in the record that cannot have happened; null: none. */
  readonly fault: string | null;
  readonly words: string;
}

/** One step of a file: opened, read, decided, confirmed or rejected. */
export interface DisputeStep {
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly what: "confirmed" | "decided" | "opened" | "read" | "rejected";
  readonly person: string;
  readonly name: string;
  readonly words: string;
  /** Of a decision. */
  readonly pay_cents: number | null;
  /** As it was read, by the engine. */
  readonly owed_cents: number | null;
  /** As it was read, by the ledger. */
  readonly paid_cents: number | null;
}

/** Disputes, newest first. */
export interface Disputes {
  readonly ok: boolean;
  readonly disputes: ReadonlyArray<DisputeLine>;
  /** The mark of the next page; null: the last one. */
  readonly next: string | null;
}

/** It was done. */
export interface Done {
  readonly ok?: boolean;
}

/** What the due step would do, and the steps known to follow. */
export interface DueMoves {
  readonly ok?: boolean;
  /** The number of the table's events. */
  readonly version: number;
  /** The chips that a settlement moves; otherwise empty. */
  readonly moves: ReadonlyArray<ChipMove>;
  /** The seat that has to choose war or surrender; null: none. */
  readonly asks: number | null;
  /** Whether that seat may surrender. */
  readonly asks_surrender: boolean;
  /** The clause of the choice. */
  readonly asks_cites: string;
  readonly then: ReadonlyArray<NextStep>;
  /** Why your steps are refused: another dealer deals here. Empty: they are not. */
  readonly refusal: string;
  /** Whether you may step in with a reason, as a member of the floor. */
  readonly steps_in: boolean;
}

/** A lesson that is over; an exam has a name under which its certificate is kept. */
export interface EndedLesson {
  readonly ok: boolean;
  readonly report: ReportShown;
  readonly exam: string | null;
  readonly paper: string;
  readonly pupil: string;
  readonly day: string;
  readonly sha256: string | null;
}

/** The entry was carried out. */
export interface Entered {
  readonly ok?: boolean;
  /** The number of the table's events. */
  readonly version: number;
}

/** An exam that was taken. */
export interface ExamShown {
  readonly id: string;
  readonly level_title: string;
  readonly day: string;
  readonly percent: number;
  readonly passed: boolean;
  readonly ended: boolean;
}

/** An example round: the table before it, as the player sees it, and its events. */
export interface Example {
  readonly house: string;
  /** The player's. */
  readonly seat: number;
  readonly start: View;
  readonly events: ReadonlyArray<Event>;
  readonly ok: boolean;
  readonly example: boolean;
}

/** The table from the dealer's side. */
export interface FeltShown {
  readonly dealer: DealerView;
  readonly seats: ReadonlyArray<SeatView>;
  readonly shoe: number;
  readonly cards: number;
  readonly drawn: number;
  readonly cutting_card_out: boolean;
  readonly face_up: string | null;
  readonly held: boolean;
  readonly rack: number;
  readonly tray_cents: number;
  readonly burned: ReadonlyArray<number>;
  readonly now: number | null;
}

/** A field of an edited house with the result of its check. */
export interface FieldShown {
  readonly name: string;
  readonly section: string;
  readonly title: string;
  readonly kind: string;
  readonly value: string;
  readonly before: string;
  readonly choices: ReadonlyArray<string>;
  readonly fault: string;
  readonly nearest: string | null;
  readonly cites: string;
}

/** An exact value, and the same rounded. */
export interface Figure {
  readonly fraction: string;
  readonly decimal: string;
}

/** The exact figures of a house. */
export interface Figures {
  readonly odds: Odds;
  readonly decision: string;
  readonly contributions: ReadonlyArray<Contribution>;
  readonly together: Percent;
  readonly by_decks: ReadonlyArray<DecksEdge>;
  readonly findings: ReadonlyArray<string>;
}

/** The service is healthy. */
export interface Fine {
  readonly ok?: boolean;
}

/** The house's own limits of the first wager; a table may have others, in the same steps. */
export interface FirstLimits {
  readonly min_cents: number;
  readonly max_cents: number;
  /** Limits and wagers are multiples of this amount. */
  readonly step_cents: number;
  /** The highest limit that any table may have; null: none. */
  readonly highest_cents: number | null;
}

/** What happens to the first wager when its player goes to war. */
export type FirstWager = "collected" | "stands_off" | "matched";

/** The odds of the first wager with its war. */
export interface FirstWagerOdds {
  readonly house_edge: Percent;
  readonly element_of_risk: Percent;
  readonly standard_deviation: number;
  readonly best_decision: string | null;
  readonly surrender_house_edge: Percent | null;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly variance: string;
  readonly decision_values: DecisionValues | null;
  readonly decision_by_rank?: Readonly<Record<string, RankDecision>>;
}

/** An action of the floor at a table, possible now or later. */
export interface FloorAct {
  /** The name of the command, stand_up or close_for_good. */
  readonly act: string;
  readonly possible: boolean;
  /** If it is not possible: the reason, and what must come first. */
  readonly when: string;
  readonly cites: string;
}

/** A call for the floor. */
export interface FloorCall {
  readonly id: string;
  readonly table: string;
  /** The title of the table. */
  readonly title: string;
  readonly state: "open" | "taken" | "done";
  readonly kind: "cards" | "payment" | "chips" | "dispute" | "player" | "other";
  readonly words: string;
  /** Who called. */
  readonly name: string;
  /** The seat of the caller; null: the dealer called. */
  readonly seat: number | null;
  /** Whether you called. */
  readonly yours: boolean;
  /** The last round that was dealt before the call. */
  readonly round: number;
  readonly at_ms: number;
  /** Who has taken it. */
  readonly taken_name: string | null;
  readonly taken_ms: number | null;
  /** Who settled it. */
  readonly done_name: string | null;
  readonly done_ms: number | null;
  /** The outcome. */
  readonly outcome: string | null;
}

/** A call for the floor, as the desk shows it. */
export interface FloorCalls {
  readonly id: string;
  readonly table: string;
  readonly title: string;
  readonly state: "done" | "open" | "taken";
  readonly kind: string;
  readonly words: string;
  readonly name: string;
  readonly seat: number | null;
  readonly round: number;
  /** Milliseconds since 1970, UTC. */
  readonly at_ms: number;
  readonly taken_name: string | null;
  readonly outcome: string | null;
}

/** All public tables, those that people deal, and those with a call. */
export interface FloorDesk {
  readonly ok: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly now_ms: number;
  readonly tables: ReadonlyArray<FloorTable>;
  readonly calls: ReadonlyArray<FloorCalls>;
  /** Slips that wait, or were prepared in the last 15 minutes. */
  readonly slips: ReadonlyArray<FloorSlip>;
}

/** The action was carried out. */
export interface FloorDone {
  readonly ok: boolean;
  /** The number of its first event. */
  readonly first: number;
  readonly version: number;
  readonly told: string;
}

/** What the floor and staff did, newest first. */
export interface FloorLog {
  readonly ok: boolean;
  readonly notes: ReadonlyArray<SignificantEvent>;
  /** For the parameter `before`; null: no more pages. */
  readonly next: number | null;
}

/** Chips that an act of the floor moves from one place to another. */
export interface FloorMove {
  /** Whose chips; null: the house's own. */
  readonly seat: number | null;
  readonly what: string;
  readonly source: string;
  readonly target: string;
  readonly cents: number;
  /** The clause or policy it is based on. */
  readonly cites: string;
}

/** One table, with what the floor can do there now. */
export interface FloorPane {
  readonly ok: boolean;
  readonly table: FloorTable;
  readonly view: View;
  readonly acts: ReadonlyArray<FloorAct>;
  /** The gaming day that an opening names. */
  readonly today: string;
  /** Of the chips, in cents. */
  readonly denominations: ReadonlyArray<number>;
  /** Why nobody could count your slip: you deal here. Empty: somebody could. */
  readonly slip_warning: string;
}

/** The preview of an action. Nothing has changed. */
export interface FloorPreview {
  readonly ok: boolean;
  readonly version: number;
  readonly steps: ReadonlyArray<FloorStep>;
  readonly moves: ReadonlyArray<FloorMove>;
  readonly seats: ReadonlyArray<FloorSeat>;
  readonly sums: FloorSums;
  readonly moved_cents: number;
  readonly tray_before_cents: number;
  readonly tray_after_cents: number;
  /** The sentence that the players will read. */
  readonly told: string;
  /** The sentence for the removed player. */
  readonly told_to_one: string | null;
  /** The action waits until the hand is over. */
  readonly later: boolean;
  /** The digest of these moves; an action that sends it moves only these. */
  readonly chips: string;
}

/** The rules in force at a table. */
export interface FloorRules {
  readonly digest: string;
  /** Milliseconds since 1970, UTC. */
  readonly since_ms: number;
  /** Who made the table; empty: the service. */
  readonly by: string;
  /** false: the displayed rules are not those in force. */
  readonly in_force: boolean;
}

/** How a player's chips and account change. */
export interface FloorSeat {
  readonly seat: number;
  readonly name: string;
  /** The chips in front of the player now. */
  readonly before_cents: number;
  readonly after_cents: number;
  /** What goes to the player's account. */
  readonly account_cents: number;
  /** The change for the player; 0: none. */
  readonly net_cents: number;
}

/**
 * A fill or credit slip at a table that people deal.
 * A person who may count the chips does not see the floor's count until both counts agree.
 */
export interface FloorSlip {
  readonly id: string;
  readonly table: string;
  /** Of the table. */
  readonly title: string;
  /** open: the dealer counts next. lapsed: the table was closed before. */
  readonly state: "differed" | "done" | "lapsed" | "open" | "withdrawn";
  readonly command: "credit_tray" | "fill_tray";
  /** Milliseconds since 1970, UTC. */
  readonly at_ms: number;
  /** Who prepared it. */
  readonly name: string;
  /** Whether you prepared it. */
  readonly yours: boolean;
  /** Of the chips to count, in cents. */
  readonly denominations: ReadonlyArray<number>;
  /** null: hidden from you. */
  readonly amount_cents: number | null;
  /** What the floor counted; null: hidden from you. */
  readonly count: Readonly<Record<string, number>> | null;
  /** null: hidden from you. */
  readonly reason: string | null;
  /** Who counted second; null: nobody yet. */
  readonly counted_name: string | null;
  /** What they counted; null: nothing yet, or hidden from you. */
  readonly counted_cents: number | null;
  /** How it stands, in one sentence. */
  readonly words: string;
}

/** Something that will happen, with its clause. */
export interface FloorStep {
  readonly words: string;
  readonly cites: string;
}

/** The change for each side; the sum is zero. */
export interface FloorSums {
  readonly players_cents: number;
  readonly layout_cents: number;
  readonly tray_cents: number;
  /** The cage and the drop box. */
  readonly house_cents: number;
}

/** A table in the overview. */
export interface FloorTable {
  readonly id: string;
  readonly title: string;
  readonly house: string;
  readonly public: boolean;
  readonly runs_itself: boolean;
  readonly open: boolean;
  readonly day: string | null;
  readonly phase: string;
  readonly in_round: boolean;
  readonly round: number;
  /** The prefix of the table's round ids. */
  readonly rounds: string;
  readonly waits: ReadonlyArray<Countdown>;
  /** When something last happened here. */
  readonly since_ms: number;
  readonly dealer: string;
  readonly dealer_since_ms: number | null;
  readonly break_due_ms: number | null;
  readonly dealer_here: boolean | null;
  /** Names by seat. */
  readonly players: Readonly<Record<string, string>>;
  /** Seats whose players leave after the hand. */
  readonly leaving: ReadonlyArray<number>;
  readonly seats: number;
  readonly limits: LimitsView;
  readonly shoe: number;
  readonly tray: FloorTray;
  readonly takings: FloorTakings;
  readonly rules: FloorRules;
  /** The last closing count in words; empty: none. */
  readonly counted: string;
}

/** The house's win against theory. */
export interface FloorTakings {
  /** Finished rounds with a hand that counts here. */
  readonly rounds: number;
  /** The sum of stakes, without void hands and hands with a coupon, as below. */
  readonly handle_cents: number;
  readonly win_cents: number;
  /** The expected win. */
  readonly theory_cents: number;
  /** Half of the 95 % interval around theory; null: too few rounds. */
  readonly half_cents: number | null;
  /** Whether the win is inside; null: too few rounds. */
  readonly inside: boolean | null;
}

/** A tray that can be checked by eye: opening + fills − credits + win − sold − closed = now. */
export interface FloorTray {
  readonly now_cents: number;
  /** At the opening, or when the day began. */
  readonly opening_cents: number;
  readonly fills_cents: number;
  readonly credits_cents: number;
  /** Wagers taken less wagers paid, from the ledger. */
  readonly win_cents: number;
  /** Chips that players bought: their cash is the drop. */
  readonly sold_cents: number;
  /** What went back to the cage when the table was closed. */
  readonly closed_cents: number;
  /** Less than half of what it opened with. */
  readonly low: boolean;
}

/** How it ends for a player who plays on. */
export interface ForeverOdds {
  readonly ruin: number;
  readonly stopped?: number;
  readonly goal_reached?: number;
  readonly never_ruined?: number;
  readonly expected_rounds: number | null;
}

/** Wagers in rounds that are not finished. */
export interface FoundHeld {
  readonly ok: boolean;
  readonly found: Held;
}

/** The discard rack of a table. */
export interface FoundRack {
  readonly ok: boolean;
  readonly found: Rack;
}

/** The discard rack at the end of a round. */
export interface FoundRackAfter {
  readonly ok: boolean;
  readonly found: RackAfter;
}

/** Theoretical against actual return. */
export interface FoundReturns {
  readonly ok: boolean;
  readonly found: Returns;
}

/** A past round with every event. */
export interface FoundRound {
  readonly ok: boolean;
  readonly found: PastRound;
}

/** A past round step by step. */
export interface FoundSteps {
  readonly ok: boolean;
  readonly found: RoundSteps;
}

/** A clause that a mistake broke. */
export interface HabitClause {
  readonly cites: string;
  readonly text: string | null;
}

/** A mistake by its name, with each clause it broke, and how often it was made. */
export interface HabitShown {
  readonly words: string;
  readonly clauses: ReadonlyArray<HabitClause>;
  readonly times: number;
}

/** One hand of a finished lesson, with the mistakes made in it. */
export interface HandShown {
  readonly round: number;
  readonly seat: number;
  readonly cards: string;
  readonly dealer: string;
  readonly wagered_cents: number;
  readonly returned_cents: number;
  readonly outcome: string;
  readonly seconds: number;
  readonly answers: ReadonlyArray<AnswerShown>;
}

/** Sums over all hands of one house with one outcome, with or without a Tie wager. */
export interface HandTotals {
  readonly house: string;
  readonly title: string;
  readonly outcome: string;
  /** Whether a Tie wager was made. */
  readonly tie: boolean;
  readonly hands: number;
  readonly wagered_cents: number;
  readonly returned_cents: number;
}

/** Wagers in rounds that are not finished. */
export interface Held {
  readonly money: string;
  readonly total_cents: number;
  readonly tables: ReadonlyArray<HeldTable>;
}

/** What one player has on the layout of a table. */
export interface HeldStake {
  readonly player: string;
  readonly name: string;
  readonly cents: number;
}

/** Wagers on the layout of one table. */
export interface HeldTable {
  readonly table: string;
  readonly cents: number;
  readonly stakes: ReadonlyArray<HeldStake>;
}

/** What an hour does on average, and how far it spreads, in cents. */
export interface HourFigures {
  readonly expected_loss: number;
  readonly standard_deviation: number;
}

/** A house in the list. */
export interface HouseLine {
  readonly house: string;
  readonly title: string;
  readonly decks: number;
  readonly decks_allowed: ReadonlyArray<number>;
  readonly seats: number;
  /** The minimum age of players; 0: none. */
  readonly entry_age: number;
  /** Texts that players must see. */
  readonly notices: ReadonlyArray<string>;
  /**
   * What the house keeps of the first wager on average: exact, for a fresh shoe of so many decks
   * and the best answer to a tie.
   */
  readonly edge: string;
}

/** The odds of a house, as ``casinowar odds --json`` prints them. */
export interface HouseOdds {
  readonly ok: boolean;
  readonly house: string;
  readonly answer: Odds;
}

/** The rule sheet of a house, as ``casinowar house show --json`` prints it. */
export interface HouseRules {
  readonly ok: boolean;
  readonly house: string;
  readonly answer: Sheet;
}

/** What N rounds can do, as ``casinowar session --json`` prints it, without open-ended play. */
export interface HouseSession {
  readonly ok: boolean;
  readonly house: string;
  readonly answer: SessionFigures;
}

/** The learner's progress at a house. */
export interface HouseShown {
  readonly name: string;
  readonly title: string;
  readonly known: number;
  readonly levels: number;
  readonly exams_passed: number;
}

/** The houses of the service. */
export interface Houses {
  readonly ok: boolean;
  readonly houses: ReadonlyArray<HouseLine>;
}

/** A person who sees the pupil's progress. */
export interface Instructor {
  readonly person: string;
  readonly name: string;
  readonly since_ms: number;
}

/** A word of the level, and the arguments that follow it. */
export interface KeyShown {
  readonly word: string;
  readonly step: string;
  readonly takes: string;
  readonly paid: boolean;
}

/** A person, and the last changes of their roles. */
export interface KnownPerson {
  readonly ok?: boolean;
  readonly person: Shown;
  /** Newest first. */
  readonly changes: ReadonlyArray<RoleChange>;
}

/** Two houses side by side. */
export interface LabCompared {
  readonly a: Figures;
  readonly b: Figures;
  readonly lines: ReadonlyArray<CompareLine>;
  readonly rounds_to_tell: number | null;
  readonly hours_to_tell: number | null;
  readonly ok: boolean;
}

/** An edited house: each field with its check, and the exact figures if it is sound. */
export interface LabHouse {
  readonly base: string;
  readonly title: string;
  readonly fields: ReadonlyArray<FieldShown>;
  readonly faults: ReadonlyArray<string>;
  readonly figures: Figures | null;
  readonly ok: boolean;
}

/** A lesson in progress. */
export interface LessonShown {
  readonly house: string;
  readonly title: string;
  readonly level: string;
  readonly level_title: string;
  readonly about: string;
  readonly mode: string;
  readonly terms: string;
  readonly posted: string;
  readonly round: number;
  readonly rounds: number;
  readonly shoe: number;
  readonly shoes: number;
  readonly answered: number;
  readonly right: number | null;
  readonly asked: number;
  readonly felt: FeltShown;
  readonly notice: string;
  readonly judged: boolean;
  readonly keys: ReadonlyArray<KeyShown>;
  readonly seats: ReadonlyArray<number>;
  readonly payments: boolean;
  readonly payment_alone: boolean;
  readonly seat: number | null;
  readonly chips: ReadonlyArray<ChipShown>;
  readonly symbol: string;
  readonly log: ReadonlyArray<LineShown>;
  readonly habits: ReadonlyArray<HabitShown>;
  readonly clock: ClockShown | null;
  readonly finished: boolean;
}

/** A level and the learner's standing in it. */
export interface LevelShown {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly known: string;
  readonly percent: number;
  readonly lessons: number;
  readonly next: boolean;
}

/** Upper limits; null means no limit. */
export interface Limits {
  /** The most to stake before the deal, at one table; a war may exceed it. */
  readonly stake_cents: number | null;
  /** The most to lose in one day; a war may exceed it. */
  readonly day_loss_cents: number | null;
  /** The longest play in one day. */
  readonly day_minutes: number | null;
  /** The longest play without a pause. */
  readonly session_minutes: number | null;
}

/** One event of the table. */
export interface LineShown {
  readonly text: string;
  readonly cites: string;
}

/** A person in the list. */
export interface Listed {
  readonly person: string;
  readonly name: string;
  readonly kind: string;
  readonly sign_in: string | null;
  readonly roles: ReadonlyArray<string>;
  /** Roles that end by themselves, and when. */
  readonly role_ends: Readonly<Record<string, number>>;
  readonly created_ms: number;
  /** The reason; null: not suspended. */
  readonly suspended: string | null;
  /** The last change of their roles. */
  readonly changed: RoleChange | null;
}

/** Something that happened at some table. */
export interface LiveEvent {
  /** Identifies the event; the same every time. */
  readonly key: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly group: "dispute" | "floor" | "irregularity" | "large" | "people" | "round" | "table" | "war";
  /** Whether somebody should check it now. */
  readonly heavy: boolean;
  readonly words: string;
  readonly cites: string;
  readonly table: string | null;
  readonly title: string | null;
  /** The id of the round. */
  readonly round: string | null;
  /** The number of a dispute. */
  readonly dispute: string | null;
  /** The people concerned. */
  readonly names: ReadonlyArray<string>;
}

/** What happened at all tables, newest first. */
export interface LiveEvents {
  readonly ok: boolean;
  readonly events: ReadonlyArray<LiveEvent>;
  /** The `until_ms` of the next page; null: the last one. */
  readonly next: number | null;
}

/** The person who is signed in. */
export interface Me {
  readonly ok?: boolean;
  readonly person: string;
  readonly name: string;
  readonly kind: "guest" | "account";
  readonly sign_in: string | null;
  readonly roles: ReadonlyArray<string>;
  /** Roles that end by themselves, and when. */
  readonly role_ends: Readonly<Record<string, number>>;
  readonly age_stated: boolean;
  /** You are at least this old now; null: not stated. */
  readonly age_from_years: number | null;
  /** By your own statement you are younger than this; null: not stated. */
  readonly age_under_years: number | null;
  /** The break, exclusion or limit that stops new play; null: none. */
  readonly stopped: Stopped | null;
  readonly balance: Balance;
}

/** The pupils who gave an instructor their code. */
export interface MyClass {
  readonly ok: boolean;
  readonly pupils: ReadonlyArray<Pupil>;
}

/** Everything for the first page of the school. */
export interface MySchool {
  readonly ok: boolean;
  readonly progress: ProgressShown;
  readonly open: LessonShown | null;
  readonly code: string | null;
  readonly instructors: ReadonlyArray<Instructor>;
  readonly pupils: number;
}

/** Net results of a first wager of one unit, as exact fractions. */
export interface Nets {
  readonly war_won: string;
  readonly war_tied: string;
  readonly war_lost: string;
  readonly surrender: string | null;
}

/** A new passphrase. It is shown only once. */
export interface NewPassphrase {
  readonly ok?: boolean;
  readonly person: Shown;
  readonly passphrase: string;
}

/** A step after the due one. */
export interface NextStep {
  readonly command: string;
  /** The seat; 0: the dealer; null: none. */
  readonly seat: number | null;
  readonly words: string;
}

/** What happens to a tied hand when its player does not decide in time. */
export type NoAnswer = "surrender" | "war";

/** The exact odds of every wager of a house. */
export interface Odds {
  readonly house: string;
  readonly decks: number | null;
  readonly initial: FirstWagerOdds;
  readonly tie: TieOdds | null;
  readonly war_tie: TieOdds | null;
  readonly side_bets: ReadonlyArray<SideBetOdds>;
  readonly best_for: Readonly<Record<string, string>>;
  readonly tie_alone?: TieOdds;
  readonly with_first_wager?: Readonly<Record<string, BesideFirst>>;
  readonly cards_left?: Readonly<Record<string, number>>;
}

/** A call. */
export interface OneCall {
  readonly ok?: boolean;
  readonly call: FloorCall;
}

/** A whole dispute file. */
export interface OneDispute {
  readonly ok: boolean;
  readonly found: DisputeFile;
}

/** A house as its table is laid out, and what its clauses say. */
export interface OneHouse {
  readonly house: string;
  readonly title: string;
  readonly decks: number;
  readonly decks_allowed: ReadonlyArray<number>;
  readonly seats: number;
  /** The minimum age of players; 0: none. */
  readonly entry_age: number;
  /** Texts that players must see. */
  readonly notices: ReadonlyArray<string>;
  /**
   * What the house keeps of the first wager on average: exact, for a fresh shoe of so many decks
   * and the best answer to a tie.
   */
  readonly edge: string;
  readonly document: string;
  readonly limits: FirstLimits;
  readonly settlement_order: Order;
  readonly no_answer: NoAnswer;
  readonly areas: Areas;
  readonly pays: Pays;
  readonly nets: Nets;
  readonly war: WarLayout;
  /** Where the dealer puts the cutting card, as a part of the shoe; null: none. */
  readonly cutting_card_from_back: string | null;
  /** The steps with new cards, in order, by the kind of shuffling. */
  readonly preparation: Readonly<Record<string, ReadonlyArray<string>>>;
  readonly cites: Cited;
  /**
   * What the house can cite, by its citation. Not in it: an unnumbered policy, and a clause of a
   * document that only the house has.
   */
  readonly clauses: Readonly<Record<string, CitedClause>>;
  readonly ok: boolean;
}

/** A person. */
export interface OnePerson {
  readonly ok?: boolean;
  readonly person: Shown;
}

/** A pupil who has joined the class. */
export interface OnePupil {
  readonly ok: boolean;
  readonly pupil: Pupil;
}

/** A slip. */
export interface OneSlip {
  readonly ok: boolean;
  readonly slip: FloorSlip;
}

/** A table and what everybody sees of it. */
export interface OneTable {
  readonly ok?: boolean;
  readonly table: Table;
  /** The name of the owner of a table by link; otherwise empty. */
  readonly owner: string;
  /** The number of its events. */
  readonly version: number;
  readonly limits: LimitsView;
  readonly view: View;
}

/** An open lesson, and the reply to the last answer. */
export interface OpenLesson {
  readonly ok: boolean;
  readonly lesson: LessonShown;
  readonly reply: ReplyShown | null;
}

/** What N rounds of all seats do to the house. */
export interface OperatorSide {
  readonly method: string;
  readonly error_at_most: number;
  readonly theoretical_hold_percent: number;
  readonly hold_percent: Readonly<Record<string, readonly [number, number]>>;
  readonly house_behind: number;
  readonly wider_than_independent_seats: number;
}

/** The order in which seats are settled; seat 1 is at the dealer's left (policy 9). */
export type Order = "left_to_right" | "right_to_left";

/** One wager: what the engine owes, and what came back. */
export interface OwedLine {
  readonly wager: string;
  /** The wager as this house calls it. */
  readonly words: string;
  readonly cites: string;
  readonly staked_cents: number;
  /** In all, the stake included. */
  readonly owed_cents: number;
  /** What came back, by the ledger. */
  readonly paid_cents: number;
  /** Above zero: the amount that is missing. */
  readonly difference_cents: number;
}

/** A code to give to an instructor. */
export interface OwnCode {
  readonly ok?: boolean;
  readonly code: string;
}

/** A dispute as the player who opened it sees it. */
export interface OwnDispute {
  readonly ok: boolean;
  readonly found: DisputeLine;
}

/** An event of a past round and who caused it; the last three fields are for staff. */
export interface PastEvent {
  readonly number: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** Who caused it, in words. */
  readonly by: string;
  readonly event: Event;
  readonly person?: string;
  readonly command?: string;
  readonly reason?: string;
}

/** One hand of a finished round. */
export interface PastHand {
  readonly seat: number;
  /** The player's id; for staff and for the player. */
  readonly player: string | null;
  readonly name: string;
  readonly you: boolean;
  readonly outcome: string;
  readonly cards: ReadonlyArray<string>;
  /** war or surrender, if there was a choice. */
  readonly choice: string | null;
  /** Time was up: house policy chose. */
  readonly by_policy: boolean;
  readonly coupon_cents: number;
  readonly wagered_cents: number;
  readonly returned_cents: number;
  readonly net_cents: number;
  /** By the name of the wager. */
  readonly wagers: Readonly<Record<string, WagerResult>>;
}

/** A past round with every event. */
export interface PastRound {
  /** The id of a round. */
  readonly id: string;
  /** null: a private table, whose id only its players see. */
  readonly table: string | null;
  readonly round: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The gaming day. */
  readonly day: string;
  readonly house: string;
  /** Of the table. */
  readonly title: string;
  /** The digest of the rules. */
  readonly rules: string;
  readonly decks: number;
  readonly shoe: RoundShoe;
  readonly voided: boolean;
  readonly money: string;
  readonly dealer: ReadonlyArray<string>;
  readonly hands: ReadonlyArray<PastHand>;
  readonly format: string;
  readonly events: ReadonlyArray<PastEvent>;
}

/** An occupied seat in a replay. */
export interface PastSeat {
  readonly seat: number;
  readonly player: string;
  readonly name: string;
  readonly chips_cents: number | null;
  readonly sitting_out: boolean;
  readonly you: boolean;
  readonly hand: HandView | null;
}

/** A table in a replay. */
export interface PastView {
  readonly version: number;
  readonly you: string;
  readonly house: string;
  readonly title: string;
  readonly phase: Phase;
  readonly day: string | null;
  readonly shuffling: Shuffling;
  readonly round: number;
  readonly dealer: DealerView;
  readonly seats: ReadonlyArray<PastSeat>;
  readonly turn: ReadonlyArray<number>;
  readonly shoe: ShoeView;
  readonly rack: ReadonlyArray<string>;
  readonly tray_cents: number | null;
  readonly due: Due | null;
  readonly waits: ReadonlyArray<WaitView>;
  readonly last_round: RoundView | null;
  readonly limits: LimitsView;
}

/** The odds printed on the felt; null: not offered. */
export interface Pays {
  readonly first: string;
  readonly tie: string | null;
  /** By the number of ties in a row, if there are several. */
  readonly tie_ladder: ReadonlyArray<string>;
  readonly war_tie: string | null;
  readonly war_won: string;
  readonly war_tied: string;
  /** Paid on both wagers. */
  readonly war_on_both: boolean;
  /** The part of the first wager. */
  readonly surrender_lost: string;
}

/** A looser limit that applies later. */
export interface PendingLimit {
  readonly limit: string;
  readonly value: number | null;
  readonly from_ms: number;
}

/** A fraction, exact and in percent. */
export interface Percent {
  readonly exact: string;
  readonly percent: number;
}

/** Accounts by their sign-in name. */
export interface Persons {
  readonly ok?: boolean;
  readonly persons: ReadonlyArray<Listed>;
  /** How many have another role than player. */
  readonly staff: number;
  readonly accounts: number;
  /** The `after` of the next page; null: the last one. */
  readonly next: string | null;
}

/** A place where you are signed in. */
export interface Place {
  /** Its id for `sign-out`. */
  readonly id: string;
  /** The browser and system at sign-in; empty: not known. */
  readonly client: string;
  readonly since_ms: number;
  /** To the hour. */
  readonly used_ms: number;
  /** Whether this is the current session. */
  readonly here: boolean;
}

/** Everywhere a person is signed in: this session first, then by the last use. */
export interface Places {
  readonly ok?: boolean;
  readonly sessions: ReadonlyArray<Place>;
}

/** What N rounds do to one player; chances are parts of 1, amounts are cents. */
export interface PlayerSide {
  readonly method: string;
  readonly error_at_most: number;
  readonly ruin: RuinOdds;
  readonly ahead: number;
  readonly even: number;
  readonly behind: number;
  readonly expected_result: number;
  readonly result_quantiles: Readonly<Record<string, number>>;
  readonly results: ReadonlyArray<ResultBar>;
  readonly expected_rounds: number;
  readonly expected_hours: number;
  readonly forever?: ForeverOdds | null;
  readonly win_goal?: number;
  readonly goal_reached?: number;
  readonly stop_loss?: number;
  readonly stopped?: number;
}

/** A learner's progress: every house, and one of them level by level. */
export interface ProgressShown {
  readonly house: string;
  readonly title: string;
  readonly houses: ReadonlyArray<HouseShown>;
  readonly levels: ReadonlyArray<LevelShown>;
  readonly repeat: ReadonlyArray<RepeatShown>;
  readonly exams: ReadonlyArray<ExamShown>;
  readonly next: string;
  readonly next_title: string;
  readonly seconds_a_hand: number | null;
  readonly goal: number;
  readonly pass_percent: number;
}

/** A player's own limits, break, exclusion and reminders. */
export interface Protection {
  readonly ok?: boolean;
  readonly limits: Limits;
  readonly pending: ReadonlyArray<PendingLimit>;
  readonly break_until_ms: number | null;
  readonly excluded: boolean;
  /** null: for good. */
  readonly excluded_until_ms: number | null;
  readonly reality_check_minutes: number;
}

/** A pupil as an instructor sees them in the list of the class. */
export interface Pupil {
  readonly person: string;
  readonly name: string;
  readonly since_ms: number;
  readonly houses: ReadonlyArray<HouseShown>;
  readonly last_day: string | null;
  readonly repeat: number;
}

/** The progress of one pupil. */
export interface PupilProgress {
  readonly ok: boolean;
  readonly pupil: Pupil;
  readonly progress: ProgressShown;
}

/** The hands of a shoe, rebuilt from its discard rack. */
export interface Rack {
  readonly table: string;
  /** The number of the table's events. */
  readonly version: number;
  readonly shoe: number;
  readonly rack: ReadonlyArray<string>;
  readonly rounds: ReadonlyArray<RackRound>;
  readonly problems: ReadonlyArray<RackProblem>;
  readonly text: ReadonlyArray<string>;
}

/** The rack at the end of a round. */
export interface RackAfter {
  readonly table: string;
  /** The number of the table's events. */
  readonly version: number;
  readonly shoe: number;
  readonly rack: ReadonlyArray<string>;
  readonly rounds: ReadonlyArray<RackRound>;
  readonly problems: ReadonlyArray<RackProblem>;
  readonly text: ReadonlyArray<string>;
  /** The id of a round. */
  readonly id: string;
  /** Whether its last round is the recorded one; null: not proved. */
  readonly agrees: boolean | null;
}

/** Cards that the rack cannot explain. */
export interface RackProblem {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

/** A round that the rack proves; its cards are ``rack[start:end]``. */
export interface RackRound {
  readonly start: number;
  readonly end: number;
  readonly hands: ReadonlyArray<ReadonlyArray<string>>;
  readonly dealer: ReadonlyArray<string>;
  readonly burned: number;
  readonly face_up: ReadonlyArray<string>;
  readonly places_known: boolean;
}

/** The best decision on a tie of one rank. */
export interface RankDecision {
  readonly decision: string | null;
  readonly tie_probability: string;
  readonly war: string | null;
  readonly surrender: string | null;
  readonly tied_war_probability: string | null;
}

/** What a refill would give you, and when. */
export interface RefillTerms {
  readonly ok?: boolean;
  readonly play_money?: boolean;
  /** A player with fewer chips in total can get a refill. */
  readonly below_cents: number;
  /** The balance after a refill. */
  readonly to_cents: number;
  /** The earliest time of the next refill; null: now. */
  readonly again_ms: number | null;
  /** Whether you can get a refill now. */
  readonly possible: boolean;
}

/** A step that is due for repetition. */
export interface RepeatShown {
  readonly step: string;
  readonly cites: string;
  readonly clause: string | null;
  readonly level: string;
  readonly level_title: string;
  readonly asked: number;
  readonly right: number;
  readonly missed: boolean;
  readonly due: string;
}

/** The reply to the last answer. In an exam, only help with typing. */
export interface ReplyShown {
  readonly given: string;
  readonly right: boolean | null;
  readonly correction: string;
  readonly did: string;
  readonly why: string;
  readonly cites: string;
  readonly clause: string | null;
  readonly hint: string;
  readonly answer: string;
  readonly sums: ReadonlyArray<SumShown>;
}

/** A finished lesson. */
export interface ReportShown {
  readonly house: string;
  readonly title: string;
  readonly level: string;
  readonly level_title: string;
  readonly mode: string;
  readonly asked: number;
  readonly right: number;
  readonly percent: number;
  readonly pass_percent: number;
  readonly passed: boolean;
  readonly finished: boolean;
  readonly words: string;
  readonly pace: string;
  readonly seconds: number;
  readonly seconds_a_hand: number | null;
  readonly goal: number;
  readonly rounds: number;
  readonly habits: ReadonlyArray<HabitShown>;
  readonly steps: ReadonlyArray<TallyShown>;
  readonly hands: ReadonlyArray<HandShown>;
  readonly answers: ReadonlyArray<AnswerShown>;
}

/**
 * Results from one amount to another, in cents, and the chance of ending there.
 * ``steps`` is how wide the bar is drawn: the smallest amounts that a round can win or lose.
 */
export interface ResultBar {
  readonly low: number;
  readonly high: number;
  readonly steps: number;
  readonly chance: number;
}

/** One result of a wager with its exact probability and net. */
export interface ResultOdds {
  readonly result: string;
  readonly probability: string;
  readonly net: string;
}

/** Theoretical against actual return. */
export interface Returns {
  /** ISO 8601, in UTC. */
  readonly since: string;
  /** ISO 8601, in UTC. */
  readonly until: string;
  readonly money: string;
  readonly confidence: number;
  readonly shared_tables: boolean;
  readonly method: ReadonlyArray<string>;
  readonly wagers: ReadonlyArray<WagerReturn>;
}

/** The latest rounds of a table, newest first, and their sums. */
export interface Road {
  readonly ok: boolean;
  readonly rounds: ReadonlyArray<RoadRound>;
  readonly counted: RoadSums;
  /** Over the same rounds, only players who agreed. Empty at public tables. */
  readonly players: ReadonlyArray<RoadPlayer>;
  /** Whether you agreed. */
  readonly sharing: boolean;
}

/** One hand of a round on the road. */
export interface RoadHand {
  readonly seat: number;
  readonly you: boolean;
  /** The first card. */
  readonly card: string | null;
  readonly outcome: string | null;
  /** Whether a Tie wager alone won; null: there was a first wager. */
  readonly tie_won: boolean | null;
}

/** A player who agreed to show their net. */
export interface RoadPlayer {
  readonly name: string;
  readonly hands: number;
  readonly net_cents: number;
}

/** One round on the road. */
export interface RoadRound {
  /** The id of a round. */
  readonly id: string;
  readonly round: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly voided: boolean;
  readonly dealer: ReadonlyArray<string>;
  readonly hands: ReadonlyArray<RoadHand>;
}

/** Sums over the rounds on the road. */
export interface RoadSums {
  readonly rounds: number;
  readonly hands: number;
  /** Hands whose first cards tied. */
  readonly ties: number;
  /** Hands that went to war. */
  readonly wars: number;
}

/** One change of a person's roles. */
export interface RoleChange {
  readonly at_ms: number;
  /** Empty: on the command line; null: the roles ended. */
  readonly by: string | null;
  readonly before: ReadonlyArray<string>;
  readonly after: ReadonlyArray<string>;
  readonly reason: string;
}

/** The shoe of a round, and whether it can be verified yet. */
export interface RoundShoe {
  readonly number: number;
  /**
   * revealed: its seed is public, so anybody can check every card. null: shoes of this table are
   * not sealed, and nothing is claimed.
   */
  readonly state: "revealed" | "sealed" | null;
  /** Seats whose value went into the shuffle. */
  readonly contributors: number;
  /** Seats that sealed a value and did not open it. */
  readonly withheld: number;
  /** Real cards, entered by the dealer: nothing is claimed. */
  readonly real: boolean;
}

/** A past round step by step. */
export interface RoundSteps {
  /** The id of a round. */
  readonly id: string;
  /** null: a private table, whose id only its players see. */
  readonly table: string | null;
  readonly round: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The gaming day. */
  readonly day: string;
  readonly house: string;
  /** Of the table. */
  readonly title: string;
  /** The digest of the rules. */
  readonly rules: string;
  readonly decks: number;
  readonly shoe: RoundShoe;
  readonly voided: boolean;
  readonly money: string;
  readonly dealer: ReadonlyArray<string>;
  readonly hands: ReadonlyArray<PastHand>;
  readonly format: string;
  readonly start: PastView;
  readonly steps: ReadonlyArray<Step>;
  readonly replay: boolean;
}

/** A finished round without its events. */
export interface RoundSummary {
  /** The id of a round. */
  readonly id: string;
  /** null: a private table, whose id only its players see. */
  readonly table: string | null;
  readonly round: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The gaming day. */
  readonly day: string;
  readonly house: string;
  /** Of the table. */
  readonly title: string;
  /** The digest of the rules. */
  readonly rules: string;
  readonly decks: number;
  readonly shoe: RoundShoe;
  readonly voided: boolean;
  readonly money: string;
  readonly dealer: ReadonlyArray<string>;
  readonly hands: ReadonlyArray<PastHand>;
}

/** A page of finished rounds, newest first. */
export interface Rounds {
  readonly ok: boolean;
  readonly rounds: ReadonlyArray<RoundSummary>;
  /** The mark of the next page; null: the last one. */
  readonly next: string | null;
}

/** The chance that the bankroll is gone before the end. */
export interface RuinOdds {
  readonly chance: number;
  readonly exact: string | null;
}

/** One line of the sheet. */
export interface Rule {
  readonly section: string;
  readonly point: string;
  readonly says: string;
  readonly cites: string;
}

/** One of your seats. */
export interface Seat {
  readonly table: Table;
  readonly seat: number;
  /** The chips in front of you. */
  readonly chips_cents: number;
  /** Your wagers on the table. */
  readonly layout_cents: number;
  /** What the table waits for you to do; null: nothing. */
  readonly asked: "bet" | "cut" | "choice" | "war_tie" | null;
  /** The time until the table continues without your answer; null: no clock runs. */
  readonly left_ms: number | null;
}

/** Every seat you hold. */
export interface Seats {
  readonly ok?: boolean;
  readonly seats: ReadonlyArray<Seat>;
}

/** N rounds with flat stakes; amounts in cents, chances as parts of 1. */
export interface SessionFigures {
  readonly house: string;
  readonly decks: number;
  readonly decision: string;
  readonly bet: number;
  readonly tie: number;
  readonly wagers: Readonly<Record<string, number>>;
  readonly seats: number;
  readonly bankroll: number | null;
  readonly rounds: number;
  readonly rate: number;
  readonly house_edge: Percent;
  readonly expected_loss: number;
  readonly per_hour: HourFigures;
  readonly player: PlayerSide | null;
  readonly operator: OperatorSide;
}

/** Whether your net is shown at the table. */
export interface Shared {
  readonly ok?: boolean;
  readonly net: boolean;
}

/** The rules of a house, each with its clause. */
export interface Sheet {
  readonly house: string;
  readonly title: string;
  readonly rules: ReadonlyArray<Rule>;
}

/** Handle, win and hold by table. Handle takes the place of drop, because there is no cash. */
export interface ShiftReport {
  readonly ok: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly since_ms: number;
  /** Milliseconds since 1970, UTC. */
  readonly until_ms: number;
  readonly tables: ReadonlyArray<ShiftTable>;
  readonly total: FloorTakings;
}

/** A table in the shift's report. */
export interface ShiftTable {
  readonly id: string;
  readonly title: string;
  readonly takings: FloorTakings;
  /** Win divided by handle; null: nothing was staked. */
  readonly hold: number | null;
  readonly fills_cents: number;
  readonly credits_cents: number;
  readonly counted: string;
}

/** One shoe with its cards by rank. */
export interface ShoeAudit {
  readonly shoe: number;
  /** ISO 8601, in UTC. */
  readonly began: string;
  /** null: it is in use. */
  readonly ended: string | null;
  readonly ended_by: string;
  readonly dealers: ReadonlyArray<string>;
  readonly rounds: number;
  readonly size: number;
  readonly drawn: number;
  /** Real cards, entered by the dealer. */
  readonly real: boolean;
  /** Whether all cards were there; null: not known. */
  readonly whole: boolean | null;
  /** What is missing or too many, in words. */
  readonly words: string;
  /** 24 in six decks. */
  readonly of_a_rank: number;
  /** By rank, 2 to A. */
  readonly seen: Readonly<Record<string, number>>;
  readonly burned: number;
  /** Once the shoe has ended, if its order is known. */
  readonly burned_ranks: Readonly<Record<string, number>> | null;
  readonly left: number;
  readonly checks: ReadonlyArray<ShoeCheck>;
  /** By hand, the newest first. */
  readonly counts: ReadonlyArray<ShoeCount>;
  readonly may_count: boolean;
}

/** One check of a shoe. */
export interface ShoeCheck {
  readonly name: string;
  /** null: not known. */
  readonly holds: boolean | null;
  readonly words: string;
}

/** Cards that were counted by hand after a shoe. */
export interface ShoeCount {
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly person: string;
  readonly name: string;
  /** By rank, 2 to A. */
  readonly ranks: Readonly<Record<string, number>>;
  readonly words: string;
}

/** One shoe of a table. */
export interface ShoeLine {
  readonly shoe: number;
  /** ISO 8601, in UTC. */
  readonly began: string;
  /** null: it is in use. */
  readonly ended: string | null;
  readonly ended_by: string;
  readonly dealers: ReadonlyArray<string>;
  readonly rounds: number;
  readonly size: number;
  readonly drawn: number;
  /** Real cards, entered by the dealer. */
  readonly real: boolean;
  /** Whether all cards were there; null: not known. */
  readonly whole: boolean | null;
  /** What is missing or too many, in words. */
  readonly words: string;
}

/** The latest shoes of a table, the newest first, and one of them with its cards. */
export interface Shoes {
  readonly ok: boolean;
  readonly table: string;
  readonly title: string;
  readonly house: string;
  readonly shoes: ReadonlyArray<ShoeLine>;
  /** null: no shoe was loaded yet. */
  readonly found: ShoeAudit | null;
}

/** A person as staff see them. */
export interface Shown {
  readonly person: string;
  readonly name: string;
  readonly kind: string;
  readonly sign_in: string | null;
  readonly roles: ReadonlyArray<string>;
  /** Roles that end by themselves, and when. */
  readonly role_ends: Readonly<Record<string, number>>;
  readonly created_ms: number;
  /** The reason; null: not suspended. */
  readonly suspended: string | null;
}

/** A side bet. */
export interface Side {
  readonly name: string;
  readonly title: string;
  /** The odds of its lines, in order. */
  readonly pays: ReadonlyArray<string>;
}

/** The odds of a side bet, or the reason why there are none. */
export interface SideBetOdds {
  readonly name: string;
  readonly title: string;
  readonly house_edge: Percent | null;
  readonly reason?: string;
  readonly probability?: string;
  readonly standard_deviation?: number;
  readonly results?: ReadonlyArray<ResultOdds>;
}

/** A new session. */
export interface SignedInAs {
  readonly ok?: boolean;
  readonly token: string;
  readonly expires_ms: number;
  readonly me: Me;
}

/** Something that staff look for later. */
export interface SignificantEvent {
  readonly number: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly kind: string;
  readonly words: string;
  readonly table: string | null;
  readonly round: string | null;
  /** Whom it concerns. */
  readonly person: string | null;
  readonly name: string | null;
  /** Who did it. */
  readonly actor: string | null;
  readonly actor_name: string | null;
  /** Details, which depend on the kind. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A page of significant events, newest first. */
export interface SignificantEvents {
  readonly ok: boolean;
  readonly notes: ReadonlyArray<SignificantEvent>;
  /** The `before` of the next page; null: the last one. */
  readonly next: number | null;
}

/** The slips that wait at a table. */
export interface SlipList {
  readonly ok: boolean;
  readonly slips: ReadonlyArray<FloorSlip>;
}

/** The state of a dispute. */
export type State = "opened" | "read" | "decided" | "confirmed";

/** Movements of the past year, newest first. */
export interface Statement {
  readonly ok?: boolean;
  readonly play_money?: boolean;
  readonly lines: ReadonlyArray<StatementLine>;
  /** Pass this as `before` to get the next page. */
  readonly next: number | null;
}

/** One movement of an account. */
export interface StatementLine {
  readonly number: number;
  readonly at_ms: number;
  readonly kind: string;
  readonly words: string;
  readonly table: string;
  readonly cents: number;
  readonly balance_cents: number;
}

/** One event of a replay, and the table after it. */
export interface Step {
  readonly number: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly text: string;
  readonly cites: string;
  readonly event: Event;
  readonly view: PastView;
  readonly replay: boolean;
}

/** The movement of one wager in a settlement. */
export interface SumShown {
  readonly wager: string;
  readonly stake_cents: number;
  readonly take_cents: number;
  readonly pay_cents: number;
  readonly push_cents: number;
  readonly odds: string | null;
  readonly cites: string;
  readonly clause: string | null;
}

/** A table as the lobby shows it. */
export interface Table {
  readonly id: string;
  readonly title: string;
  readonly house: string;
  readonly public: boolean;
  /** The table deals stacked shoes for tests or lessons. */
  readonly stacked: boolean;
  /** Whether you made it. */
  readonly yours: boolean;
  /** Whether the service made it. */
  readonly standing: boolean;
  /** The digest of its rules. */
  readonly rules: string;
  readonly settings: TableSettings;
  /**
   * Whether players can sit down, if a seat is free. false if the floor has to open the table
   * first.
   */
  readonly open: boolean;
  /**
   * Whether a dealer has a socket at a table that people deal. null: the table runs itself, is not
   * in memory here, or has people in another process too.
   */
  readonly dealer_here: boolean | null;
  /**
   * The phase of the game; a table without players may be closed. null: this process does not have
   * the table in memory, and the fields below are empty.
   */
  readonly phase: string | null;
  readonly round: number | null;
  /**
   * The prefix of the table's round ids, before a hyphen and the number; at a table by link it does
   * not reveal the table's id.
   */
  readonly rounds: string;
  readonly seats: number | null;
  /** Names by seat. */
  readonly players: Readonly<Record<string, string>>;
  readonly watching: number;
}

/** The rules in force at a table: those of its house with its limits, clocks and decks. */
export interface TableRules {
  readonly ok: boolean;
  readonly table: string;
  readonly title: string;
  readonly house: string;
  readonly decks: number;
  readonly answer: Sheet;
}

/** Some of the tables, the oldest first. */
export interface Tables {
  readonly ok?: boolean;
  readonly tables: ReadonlyArray<Table>;
  /** Whether there are more after these. */
  readonly more: boolean;
}

/** The results of one step under one clause. */
export interface TallyShown {
  readonly step: string;
  readonly cites: string;
  readonly clause: string | null;
  readonly asked: number;
  readonly right: number;
  readonly seconds: number;
}

/** The odds of a Tie wager; those of a ladder have several results. */
export interface TieOdds {
  readonly house_edge: Percent;
  readonly probability: string;
  readonly odds: string;
  readonly standard_deviation: number;
  readonly ladder?: ReadonlyArray<string>;
  readonly results?: ReadonlyArray<ResultOdds>;
}

/** Sums over hands, by house, outcome and whether a Tie wager was made. */
export interface Totals {
  readonly ok: boolean;
  readonly sums: ReadonlyArray<HandTotals>;
}

/** What was staked on one wager, and what came back. */
export interface WagerResult {
  readonly staked_cents: number;
  readonly returned_cents: number;
}

/** The return of one wager under one set of rules. */
export interface WagerReturn {
  /** The id of a table; "": all tables together. */
  readonly table: string;
  readonly table_title: string;
  readonly house: string;
  readonly title: string;
  readonly rules: string;
  readonly decks: number;
  readonly wager: string;
  readonly words: string;
  /** Whether it was made without a first wager. */
  readonly alone: boolean;
  readonly rounds: number;
  readonly hands: number;
  readonly staked_cents: number;
  readonly returned_cents: number;
  readonly actual: number;
  readonly theoretical: number;
  /** null: too few wins are expected. */
  readonly interval: readonly [number, number] | null;
  readonly within: boolean | null;
  /** The same for an interval of 95 %, which is narrower. */
  readonly within_95: boolean | null;
}

/** How a war is dealt. */
export interface WarLayout {
  readonly possible: boolean;
  /** The house's word for the decision. */
  readonly choice: string;
  readonly deals_max: number;
  readonly burn_pattern: BurnPattern;
  readonly burn_count: number;
  readonly first_wager: FirstWager;
  /** The wagers that the war cards decide; the first cards decide the others. */
  readonly decides: ReadonlyArray<string>;
}

/** A table as surveillance sees it now. */
export interface WatchedTable {
  readonly id: string;
  readonly title: string;
  readonly house: string;
  readonly open: boolean;
  readonly real: boolean;
  /** What it is doing, and for whom it waits. */
  readonly says: string;
  /** What is wrong there; null: nothing. */
  readonly trouble: string | null;
  /** The number of seats. */
  readonly seats: number;
  readonly view: View;
}

/** All tables now, those with trouble first. */
export interface WatchedTables {
  readonly ok: boolean;
  readonly tables: ReadonlyArray<WatchedTable>;
}

/** The play chips of a newcomer, and the terms of a refill, as the operator set them. */
export interface Welcome {
  readonly ok?: boolean;
  readonly play_money?: boolean;
  /** The chips of a new player. */
  readonly first_chips_cents: number;
  /** A player with fewer chips in total can get a refill. */
  readonly refill_below_cents: number;
  /** The balance after a refill. */
  readonly refill_to_cents: number;
  /** The least time between two refills. */
  readonly refill_minutes: number;
}

/** A finished round of yours, with what each choice was worth. */
export interface WhatIf {
  readonly ok: boolean;
  /** The id of a round. */
  readonly round: string;
  readonly house: string;
  readonly title: string;
  readonly decks: number;
  readonly voided: boolean;
  readonly dealer: ReadonlyArray<string>;
  readonly hands: ReadonlyArray<WhatIfHand>;
}

/** A hand of yours and what its choices were worth. */
export interface WhatIfHand {
  readonly seat: number;
  readonly cards: ReadonlyArray<string>;
  /** The first wager. */
  readonly bet_cents: number;
  readonly had_choice: boolean;
  /** What the values are conditioned on, or why there are none. */
  readonly words: string;
  /** The cards on the table when you chose. */
  readonly seen: ReadonlyArray<string>;
  readonly choices: ReadonlyArray<Choice>;
  /** Your time was up: policy chose. */
  readonly by_policy: boolean;
  /** What happened. */
  readonly outcome: string;
  readonly net_cents: number;
}

/** The person who is signed in, if any. */
export interface WhoIsHere {
  readonly ok?: boolean;
  readonly me: Me | null;
  /** Why staff ended this session; empty: they did not. */
  readonly ended?: string;
}
