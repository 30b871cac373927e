/** Numbers and times by `Intl`. Amounts are cents of play chips and are shown without a currency. */

const LANGUAGE = document.documentElement.lang || "en";

/** Made when first needed: each takes the browser milliseconds. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
const numbers = (options: Intl.NumberFormatOptions): (() => Intl.NumberFormat) =>
  once(() => new Intl.NumberFormat(LANGUAGE, options));
const times = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  once(() => new Intl.DateTimeFormat(LANGUAGE, options));

const whole = numbers({ maximumFractionDigits: 0 });
const parts = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const seconds = numbers({ style: "unit", unit: "second" });
const minutes = numbers({ style: "unit", unit: "minute" });
const hours = numbers({ style: "unit", unit: "hour" });
const clock = times({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const clockSeconds = times({
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const day = times({ day: "numeric", month: "long" });
const weekDay = times({ weekday: "long", day: "numeric", month: "long" });
const fullDay = times({ day: "numeric", month: "long", year: "numeric" });

/** Load the number format of the language; its first use takes as long as drawing a page. */
export function readyNumbers(): void {
  whole();
}

/** An amount in play chips. */
export function chips(cents: number): string {
  const amount = Math.abs(cents) / 100;
  return (Number.isInteger(amount) ? whole : parts)().format(amount);
}

/** An amount with its sign: +25, −25, ±0. */
export function signed(cents: number): string {
  return (cents > 0 ? "+" : cents < 0 ? "−" : "±") + chips(cents);
}

/** A sentence of the service with its amounts in play chips, which have no currency. */
export function inChips(sentence: string): string {
  return sentence
    .replace(/(?:[A-Z]{2})?[$€£](\d[\d,]*)(?:\.00|(\.\d\d))?(?: (?:USD|NZD|EUR|GBP))?/g, "$1$2")
    .replace(/(\d)\.00\b/g, "$1");
}

export const count = (number: number): string => whole().format(number);

/** A percentage with two places: 2.33 %, never broken into two lines. */
export function percent(share: number): string {
  return `${parts()
    .format(100 * share)
    .replace("-", "−")}\u00a0%`;
}

export const time = (ms: number): string => clock().format(ms);
export const timeSeconds = (ms: number): string => clockSeconds().format(ms);
export const date = (ms: number): string => day().format(ms);
export const weekday = (ms: number): string => weekDay().format(ms);
export const fullDate = (ms: number): string => fullDay().format(ms);
/** A day of the calendar, such as "2026-11-18", the same in every time zone. */
export const calendarDay = (day: string): string => fullDate(Date.parse(`${day}T12:00`));

/** A moment: a time if it is today, otherwise a day and a time. */
export function moment(ms: number, now = Date.now()): string {
  const same = new Date(ms).toDateString() === new Date(now).toDateString();
  return same ? time(ms) : `${date(ms)}, ${time(ms)}`;
}

/** A length of time: 3 hr 12 min, 42 min, 8 sec. */
export function span(ms: number): string {
  const all = Math.max(0, Math.round(ms / 1000));
  if (all < 60) return seconds().format(all);
  const rest = Math.floor(all / 60) % 60;
  if (all < 3600) return minutes().format(rest);
  const full = hours().format(Math.floor(all / 3600));
  return rest ? `${full} ${minutes().format(rest)}` : full;
}

/** An exact fraction such as `23/311` as a number. */
export function fraction(exact: string): number {
  const [top = "0", bottom = "1"] = exact.split("/");
  return Number(top) / Number(bottom);
}

/** A typed amount of play chips in cents; null if it is not an amount. */
export function centsOf(text: string): number | null {
  const said = text.trim().replaceAll(",", "");
  return /^\d{1,9}(\.\d{1,2})?$/.test(said) ? Math.round(Number(said) * 100) : null;
}
