/** The limits of a new table: what is wrong with a typed amount, before it is sent. */

import type { House } from "../wire/api";

type Rules = House["limits"];

export type LimitFault =
  | { readonly kind: "number" }
  | { readonly kind: "low"; readonly least: number }
  | { readonly kind: "high"; readonly most: number }
  | { readonly kind: "step"; readonly step: number; readonly nearest: readonly number[] }
  | { readonly kind: "order"; readonly least: number };

const ANY_MAX_CENTS = 100_000_000;

/** A typed amount in cents; null if it is not an amount. */
export function typedCents(typed: string): number | null {
  const found = /^\d{1,15}(\.\d{1,2})?$/.exec(typed.trim().replace(/(?<=\d),(?=\d{3})/g, ""));
  return found === null ? null : Math.round(Number(found[0]) * 100);
}

function amountFault(typed: string, rules: Rules): LimitFault | null {
  const cents = typedCents(typed);
  const step = rules.step_cents;
  const most = rules.highest_cents ?? ANY_MAX_CENTS;
  if (cents === null) return { kind: "number" };
  if (cents < step) return { kind: "low", least: step };
  if (cents > most) return { kind: "high", most };
  if (cents % step === 0) return null;
  const below = Math.floor(cents / step) * step;
  return { kind: "step", step, nearest: [below, below + step].filter((one) => one <= most) };
}

/** What is wrong with the lowest and the highest first wager; null: nothing. */
export function limitFaults(
  least: string,
  most: string,
  rules: Rules,
): { readonly least: LimitFault | null; readonly most: LimitFault | null } {
  const faults = { least: amountFault(least, rules), most: amountFault(most, rules) };
  const [from, to] = [typedCents(least), typedCents(most)];
  if (faults.least || faults.most || from === null || to === null || from <= to) return faults;
  return { ...faults, most: { kind: "order", least: from } };
}
