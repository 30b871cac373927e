/** The moment of the table that the dock shows, derived from the service's messages and the picture. */

import type { Command } from "../protocol";
import { session } from "./session.svelte";
import type { TableState } from "./table.svelte";

export type Scene =
  | "loading"
  | "lost"
  | "taken"
  | "paused"
  | "reminder"
  | "stopped"
  | "refused"
  | "choice"
  | "warTie"
  | "cut"
  | "look"
  | "settled"
  | "bet"
  | "out"
  | "broke"
  | "waiting"
  | "sit"
  | "shuffle"
  | "inPlay";

const SHUFFLE_STEPS: Readonly<Record<string, number>> = {
  cards_spread: 1,
  cards_shown: 1,
  cards_turned_down: 1,
  cards_washed: 2,
  cards_stacked: 2,
  cards_shuffled: 3,
  cut_offered: 3,
  cards_cut: 4,
  cutting_card_placed: 4,
  shoe_loaded: 4,
};
const SHUFFLE_PHASES: Readonly<Record<string, number>> = {
  look: 1,
  turn_down: 1,
  wash: 1,
  stack: 2,
  shuffle: 2,
  offer_cut: 3,
  cut_offered: 3,
  cutting_card: 4,
  load: 4,
};
/** The questions of the table to a player. */
export const QUESTIONS: ReadonlySet<string> = new Set<Command["command"]>([
  "go_to_war",
  "surrender_hand",
  "place_war_tie",
  "decline_war_tie",
  "take_cut",
  "refuse_cut",
]);

/** How many of the steps to a new shoe are done. */
export function shuffleSteps(said: string, phase: string): number {
  return SHUFFLE_STEPS[said] ?? SHUFFLE_PHASES[phase] ?? 0;
}

/** The current moment of this table. */
export function sceneOf(table: TableState): Scene {
  const { connection, shown, seat, bets } = table;
  if (connection.status === "lost") return "lost";
  if (connection.status === "taken_over") return "taken";
  if (shown.view === null || connection.behind) return "loading";
  if (shown.paused) return "paused";
  if (bets.refusal !== null) return "refused";
  if (shown.held && seat.place?.hand && (shown.playing || shown.lingers)) return "settled";
  if (shown.playing) return shown.shuffled > 0 && !seat.view?.hand ? "shuffle" : "inPlay";
  if (seat.number === null && session.stopped !== null) return "stopped";
  if (seat.number === null) return seat.counted && table.house !== null ? "sit" : "loading";
  if (table.may("go_to_war") || table.may("surrender_hand")) return "choice";
  // one may put a Tie down before being asked, but not decline it: the question waits for its turn;
  // and whoever has no chips left here is asked too
  if (table.may("decline_war_tie")) return "warTie";
  if (table.may("take_cut") && !seat.refusesCut) return "cut";
  if (table.may("object_to_cards")) return "look";
  if (session.stopped === null && table.reminder !== null && !seat.view?.hand) return "reminder";
  if (shown.held && seat.place?.hand) return "settled";
  if (session.stopped !== null) return seat.view?.hand ? "waiting" : "stopped";
  if (table.may("return_to_play")) return "out";
  if (bets.changing) return "bet";
  if (seat.view?.hand) return "waiting";
  if (table.may("place_wagers")) return "bet";
  if (shown.view.phase === "betting") return seat.sitting ? "loading" : "broke";
  return shown.shuffled > 0 || shown.view.phase === "cut_offered" ? "shuffle" : "inPlay";
}
