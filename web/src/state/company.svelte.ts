/** Who is at a table, and what they say there. */

import type { PeopleFrame, SaidFrame } from "../protocol";
import { prefs } from "./prefs.svelte";

const SHOWN_MS = 6000;

export class Company {
  people = $state.raw<PeopleFrame | null>(null);
  /** The phrases that are shown, one for each person, the latest last. */
  sayings = $state.raw<readonly SaidFrame[]>([]);
  /** Who has said something here, by name: onlookers have no other mark. */
  speakers = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** How many people are here now. */
  here = $derived.by(() => {
    const { seated = [], watching = 0 } = this.people ?? {};
    return seated.filter((one) => one.here).length + watching;
  });
  /** The phrase at each seat. */
  atSeats = $derived.by(
    () =>
      new Map(
        this.sayings.flatMap((one) => (one.seat === null ? [] : [[one.seat, one.phrase] as const])),
      ),
  );

  /** Somebody said something; whether it is shown. */
  heard(frame: SaidFrame): boolean {
    this.speakers = new Map([...this.speakers, [frame.name, frame.person]]);
    if (!prefs.hears(frame.person)) return false;
    this.sayings = [...this.sayings.filter((one) => one.person !== frame.person), frame];
    window.setTimeout(() => this.#drop((one) => one === frame), SHOWN_MS);
    return true;
  }

  /** Remove the phrases of people who are hidden from now on. */
  hush(): void {
    this.#drop((one) => !prefs.hears(one.person));
  }

  #drop(gone: (one: SaidFrame) => boolean): void {
    if (this.sayings.some(gone)) this.sayings = this.sayings.filter((one) => !gone(one));
  }
}
