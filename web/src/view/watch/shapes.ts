/** Past rounds as surveillance reads them. */

import type { Step, Steps } from "../rounds/shapes";
import { namesOf } from "../../reduce/names";
import { get, type House } from "../../wire/api";
import { t } from "../../words";
import { stepLine } from "../../words/steps";

export type { Step, Steps };

/** A round step by step. */
export const stepsOf = async (id: string): Promise<Steps> =>
  (await get<{ found: Steps }>(`/api/rounds/${encodeURIComponent(id)}/steps`)).found;

/** One step in a line, with people by their seats. */
export function lineOf(step: Step, house: House | null): string {
  const who = (seat: number): string => (seat === 0 ? t.log.dealer : t.log.seat(seat));
  return stepLine(step.event, step.text, namesOf(house), who);
}

/** Cards that were burned for a war by a step. */
export const burnedBy = (steps: readonly Step[], step: number): number =>
  steps.slice(0, step).filter(({ event }) => event.name === "card_burned" && event.burn === "war")
    .length;
