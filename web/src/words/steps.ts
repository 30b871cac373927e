/** A round step by step, each step in a line. */

import type { Event } from "../protocol";
import { chips, inChips, signed } from "../lib/format";
import type { Names } from "../reduce/table";
import { steps } from "./en-steps";
import { t } from "./index";
import { logLine } from "./log";

/** Every step of a round in a line, also steps that the log leaves out; `text` is the service's. */
export function stepLine(
  event: Event,
  text: string,
  names: Names,
  who: (seat: number) => string | null,
): string {
  const found = logLine(event, names, who);
  if (found === null) return saysStep(event, names, who) ?? inChips(text);
  return found.amount === null ? found.text : `${found.text} ${signed(found.amount)}`;
}

function saysStep(event: Event, names: Names, who: (seat: number) => string | null): string | null {
  switch (event.name) {
    case "hand_compared":
      return steps.compared(who(event.seat), event.result);
    case "hand_decided":
      return steps.settled(who(event.seat), event.outcome.replaceAll("_", " "));
    case "hand_racked":
      return steps.racked(
        who(event.seat),
        event.cards.map(({ card }) => (card === null ? t.card("??") : t.rank(card))).join(", "),
      );
    case "war_compared":
      return steps.war(who(event.seat), event.result, event.again);
    case "war_confirmed":
      return steps.confirmed(who(event.seat), names.war);
    case "war_tie_offered":
      return steps.mayTie(who(event.seat));
    case "match_taken_back":
      return steps.matchBack(who(event.seat), chips(event.amount_cents));
    case "cards_shown":
      return steps.looks(who(event.seat));
    case "spread_requested":
      return steps.asksToSee(who(event.seat));
    case "contribution_sealed":
      return steps.adds(who(event.seat));
    case "contribution_opened":
      return steps.opens(who(event.seat));
    default:
      return null;
  }
}
