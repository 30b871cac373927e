/** An event as one line of the round's log; null for steps that are not worth a line. */

import type { Event } from "../protocol";
import { chips, signed } from "../lib/format";
import { wagerWords, type Names } from "../reduce/table";
import { t } from "./index";

export interface LogLine {
  readonly text: string;
  readonly amount: number | null;
  readonly cites: string;
  readonly seat: number | null;
}

const line = (text: string, cites: string, seat: number | null = null, amount: number | null = null): LogLine => ({
  text,
  amount,
  cites,
  seat,
});

/** The line of an event; `who` names a seat: 0 is the dealer. */
export function logLine(event: Event, names: Names, who: (seat: number) => string, you: number | null): LogLine | null {
  const cites = event.cites;
  const say = (seat: number, yours: string, theirs: string): string =>
    seat === you ? `You ${yours}` : `${who(seat)} ${theirs}`;
  const words = (wager: Parameters<typeof wagerWords>[1], side: string | null): string =>
    t.capital(wagerWords(names, wager, side).replace(/ wager$/, ""));
  switch (event.name) {
    case "seat_taken":
      return line(say(event.seat, "sit down", "sits down"), cites, event.seat);
    case "seat_left":
      return line(`${who(event.seat)} leaves`, cites, event.seat);
    case "chips_bought":
      return line(`${say(event.seat, "bring", "brings")} ${chips(event.cash_cents)}`, cites, event.seat);
    case "player_sat_out":
      return line(say(event.seat, "sit out", "sits out"), cites, event.seat);
    case "player_returned":
      return line(say(event.seat, "play again", "plays again"), cites, event.seat);
    case "wager_placed":
      return line(`${say(event.seat, "place", "places")} ${chips(event.amount_cents)}, ${words(event.wager, event.side)}`, cites, event.seat);
    case "wagers_taken_back":
      return line(`${say(event.seat, "take", "takes")} ${chips(event.amount_cents)} back`, cites, event.seat);
    case "wagers_returned":
      return line(`${chips(event.amount_cents)} back to ${event.seat === you ? "you" : who(event.seat)}`, cites, event.seat);
    case "no_more_bets":
      return line(t.call.noMoreBets, cites);
    case "card_dealt":
    case "war_card_dealt":
      return line(`${event.seat === you ? "You" : who(event.seat)}: ${t.rank(event.card)}`, cites, event.seat);
    case "card_burned":
      return line("One burned", cites);
    case "wager_collected":
      return line(`${words(event.wager, event.side)} taken`, cites, event.seat, -event.amount_cents);
    case "wager_paid":
      return line(`${words(event.wager, event.side)}, ${t.odds(event.odds)}`, cites, event.seat, event.amount_cents);
    case "wager_returned":
      return line(`${words(event.wager, event.side)} ${chips(event.amount_cents)} back`, cites, event.seat);
    case "movement_reversed":
      return line(`${words(event.wager, event.side)} ${chips(event.amount_cents)} undone`, cites, event.seat);
    case "choice_offered":
      return line(`${event.seat === you ? "You" : who(event.seat)}: equal cards, a choice`, cites, event.seat);
    case "surrender_chosen":
      return line(say(event.seat, "surrender", "surrenders") + (event.called ? ", by the clock" : ""), cites, event.seat);
    case "war_chosen":
      return line(`${say(event.seat, "go", "goes")} to war with ${chips(event.war_cents)}${event.called ? ", by the clock" : ""}`, cites, event.seat);
    case "war_matched":
      return line(`The house adds ${chips(event.amount_cents)}`, cites, event.seat);
    case "war_tie_placed":
      return line(`${say(event.seat, "place", "places")} ${chips(event.amount_cents)}, Tie on the war`, cites, event.seat);
    case "war_tie_declined":
      return line(say(event.seat, "make", "makes") + " no Tie bet on the war", cites, event.seat);
    case "cut_offered":
      return line(`The cut is offered to ${event.seat === you ? "you" : who(event.seat)}`, cites, event.seat);
    case "cut_refused":
      return line(say(event.seat, "refuse", "refuses") + " the cut", cites, event.seat);
    case "cards_cut":
      return line(`${event.seat === 0 ? "The dealer cuts" : say(event.seat, "cut", "cuts")} at ${event.cards}`, cites, event.seat);
    case "cards_shuffled":
      return line("The cards are shuffled", cites);
    case "shoe_loaded":
      return line(`Shoe ${event.shoe} is loaded`, cites);
    case "cutting_card_reached":
      return line("The cutting card is out", cites);
    case "face_up_card_found":
      return line(`A ${t.rank(event.card)} lay face up in the shoe`, cites);
    case "seat_missed":
      return line(`${who(event.seat)} got no card`, cites, event.seat);
    case "round_voided":
      return line(`Void: ${event.reason}`, cites);
    case "table_opened":
      return line("The table opens", cites);
    default:
      return null;
  }
}

/** Whether an event begins a new chapter of the log. */
export const opensRound = (event: Event): boolean => event.name === "round_completed";

export const amountText = (amount: number): string => signed(amount);
