/** The steps of sealed shoes in order, and every card compared with the revealed seed. */

import {
  contributionCommitment,
  fromHex,
  hex,
  keyOf,
  seedCommitment,
  stackOf,
  Stream,
  type Bytes,
} from "./bytes";

/** Faults, in the same words as in `casinowar verify`. */
export type Reason =
  | "format"
  | "head"
  | "signature"
  | "order"
  | "number"
  | "contribution"
  | "late"
  | "cut"
  | "depth"
  | "card"
  | "seed";

/** The first wrong line, and the reason. */
export class Fault extends Error {
  constructor(
    readonly line: number,
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
  }
}

/** What is known about one shoe. */
export interface Shoe {
  readonly number: number;
  readonly sealed: readonly number[]; // seats
  readonly opened: readonly number[];
  readonly dealt: number;
  readonly burned: number;
  readonly ended: boolean; // its seed is public, and all checks passed
}

/** An event as it came; only some of its fields are known. */
export type Step = Readonly<Record<string, unknown>>;

const ENDS = new Set([
  "cards_collected",
  "cards_idled",
  "cards_removed",
  "decks_rejected",
  "spread_requested",
  "shuffler_failed",
  "table_closed",
]);
const SEATS_MAX = 255;
const CARDS_MAX = 5200;
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

interface Open {
  readonly number: number;
  readonly commitment: Bytes;
  readonly sealed: Map<number, Bytes>;
  readonly opened: Map<number, Bytes>;
  readonly drawn: { readonly line: number; readonly face: string | null }[];
  closed: boolean;
  cards: number;
  cutLeast: number;
  depthLeast: number;
  depthMost: number;
  cut: { readonly line: number; readonly seat: number; readonly cards: number } | null;
  depth: { readonly line: number; readonly cards: number } | null;
  loaded: boolean;
  reached: boolean;
}

function whole(line: number, step: Step, name: string, low: number, high: number): number {
  const value = step[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < low || value > high)
    throw new Fault(line, "format", `${name} must be a number from ${low} to ${high}`);
  return value;
}

function digits(line: number, step: Step, name: string): Bytes {
  const found = fromHex(step[name]);
  if (found === null) throw new Fault(line, "format", `${name} must be 64 hexadecimal digits`);
  return found;
}

/** Follows the events of one table. */
export class Shoes {
  readonly known: Shoe[] = [];
  private open: Open | null = null;
  private last: number | null = null;
  private owed = "";

  constructor(private readonly origin: string) {}

  /** The shoe that is committed and not revealed yet. */
  get current(): Shoe | null {
    return this.open === null ? null : facts(this.open, false);
  }

  /** Follow one event; throws a Fault if it is wrong. */
  async take(line: number, step: Step): Promise<void> {
    const name = String(step["name"]);
    if (this.owed !== "" && name !== "seed_revealed")
      throw new Fault(line, "seed", `the seed is not revealed after ${this.owed}`);
    this.owed = "";
    switch (name) {
      case "shoe_committed":
        return this.committed(line, step);
      case "contribution_sealed":
        return this.sealed(line, step);
      case "seat_left":
        if (this.open !== null && !this.open.closed)
          this.open.sealed.delete(whole(line, step, "seat", 1, SEATS_MAX));
        return;
      case "contributions_closed":
        return this.closed(line, step);
      case "cards_cut":
        return this.cut(line, step);
      case "cutting_card_placed":
        return this.placed(line, step);
      case "contribution_opened":
        return this.opened(line, step);
      case "shoe_loaded":
        return this.loaded(line, step);
      case "card_dealt":
      case "war_card_dealt":
        return this.drawn(line, String(step["card"]));
      case "card_burned":
        return this.drawn(line, null);
      case "face_up_card_found":
        throw new Fault(line, "card", "no card of a sealed shoe lies face up");
      case "cutting_card_reached":
        return this.reached(line);
      case "seed_revealed":
        return this.revealed(line, step);
      default:
        if (ENDS.has(name)) this.end(name);
    }
  }

  private end(name: string): void {
    const shoe = this.open;
    if (shoe === null || (name === "shuffler_failed" && shoe.loaded)) return;
    if (shoe.closed || name === "table_closed") this.owed = name;
  }

  private committed(line: number, step: Step): void {
    const number = whole(line, step, "shoe", 1, NUMBER_MAX);
    if (this.open !== null)
      throw new Fault(line, "order", `shoe ${number} is committed while another is open`);
    if (this.last !== null && number !== this.last + 1)
      throw new Fault(line, "number", `shoe ${number} follows shoe ${this.last}`);
    this.open = {
      number,
      commitment: digits(line, step, "commitment"),
      sealed: new Map(),
      opened: new Map(),
      drawn: [],
      closed: false,
      cards: 0,
      cutLeast: 0,
      depthLeast: 0,
      depthMost: 0,
      cut: null,
      depth: null,
      loaded: false,
      reached: false,
    };
  }

  private theOpen(line: number): Open {
    if (this.open === null)
      throw new Fault(line, "order", "the house is not committed to this shoe");
    return this.open;
  }

  private sealed(line: number, step: Step): void {
    const shoe = this.theOpen(line);
    const seat = whole(line, step, "seat", 1, SEATS_MAX);
    if (shoe.closed) throw new Fault(line, "late", `seat ${seat} contributes after the closing`);
    if (shoe.sealed.has(seat))
      throw new Fault(line, "contribution", `seat ${seat} contributes twice`);
    shoe.sealed.set(seat, digits(line, step, "commitment"));
  }

  private closed(line: number, step: Step): void {
    const shoe = this.theOpen(line);
    if (shoe.closed) throw new Fault(line, "order", "the contributions are closed already");
    shoe.closed = true;
    shoe.cards = whole(line, step, "cards", 52, CARDS_MAX);
    shoe.cutLeast = whole(line, step, "cut_least", 0, Math.floor(shoe.cards / 2));
    shoe.depthLeast = whole(line, step, "depth_least", 0, shoe.cards);
    shoe.depthMost = whole(line, step, "depth_most", shoe.depthLeast, shoe.cards);
  }

  private cut(line: number, step: Step): void {
    const shoe = this.theOpen(line);
    if (!shoe.closed) throw new Fault(line, "order", "the cut comes before the closing");
    if (shoe.opened.size > 0) throw new Fault(line, "order", "the cut comes after an opening");
    if (shoe.cut !== null || shoe.loaded) throw new Fault(line, "order", "the cards are cut twice");
    const seat = whole(line, step, "seat", 0, SEATS_MAX);
    shoe.cut = { line, seat, cards: whole(line, step, "cards", 1, shoe.cards - 1) };
  }

  private placed(line: number, step: Step): void {
    const shoe = this.theOpen(line);
    if (!shoe.closed || shoe.opened.size > 0 || shoe.loaded || shoe.depth !== null)
      throw new Fault(line, "order", "the cutting card goes in out of order");
    shoe.depth = { line, cards: whole(line, step, "cards_behind", 1, shoe.cards - 1) };
  }

  private async opened(line: number, step: Step): Promise<void> {
    const shoe = this.theOpen(line);
    const seat = whole(line, step, "seat", 1, SEATS_MAX);
    if (!shoe.closed || (shoe.cutLeast > 0 && shoe.cut === null))
      throw new Fault(line, "order", `seat ${seat} opens its contribution before the cut`);
    if (shoe.loaded)
      throw new Fault(line, "late", `seat ${seat} opens its contribution after the loading`);
    const sealed = shoe.sealed.get(seat);
    if (sealed === undefined)
      throw new Fault(line, "contribution", `seat ${seat} opens a contribution it never sealed`);
    if (shoe.opened.has(seat))
      throw new Fault(line, "contribution", `seat ${seat} opens its contribution twice`);
    const value = digits(line, step, "value");
    const must = await contributionCommitment(this.origin, shoe.number, seat, value);
    if (hex(must) !== hex(sealed))
      throw new Fault(
        line,
        "contribution",
        `seat ${seat} opens a value other than the one it sealed`,
      );
    shoe.opened.set(seat, value);
  }

  private loaded(line: number, step: Step): void {
    const shoe = this.theOpen(line);
    if (shoe.loaded || !shoe.closed || (shoe.cutLeast > 0 && shoe.cut === null))
      throw new Fault(line, "order", "the shoe is loaded out of order");
    if (shoe.depthMost > 0 && shoe.depth === null)
      throw new Fault(line, "order", "the shoe is loaded without its cutting card");
    const number = whole(line, step, "shoe", 1, NUMBER_MAX);
    if (number !== shoe.number)
      throw new Fault(line, "number", `shoe ${number} is loaded, ${shoe.number} was committed`);
    if (step["cards"] !== shoe.cards)
      throw new Fault(line, "card", `the shoe must have ${shoe.cards} cards`);
    shoe.loaded = true;
  }

  private drawn(line: number, face: string | null): void {
    const shoe = this.theOpen(line);
    if (!shoe.loaded) throw new Fault(line, "order", "a card is dealt before the loading");
    if (shoe.drawn.length === shoe.cards)
      throw new Fault(line, "card", "more cards are dealt than the shoe has");
    if (!shoe.reached && shoe.drawn.length >= front(shoe))
      throw new Fault(line, "depth", "the cutting card must appear before this card");
    shoe.drawn.push({ line, face });
  }

  private reached(line: number): void {
    const shoe = this.theOpen(line);
    if (!shoe.loaded || shoe.reached || shoe.drawn.length !== front(shoe))
      throw new Fault(
        line,
        "depth",
        "the cutting card appears in a place other than where it was inserted",
      );
    shoe.reached = true;
  }

  private async revealed(line: number, step: Step): Promise<void> {
    const number = whole(line, step, "shoe", 1, NUMBER_MAX);
    const seed = digits(line, step, "seed");
    const shoe = this.open;
    if (shoe === null) {
      if (this.last !== null || this.known.length > 0)
        throw new Fault(line, "order", `the seed of shoe ${number} was revealed before`);
      this.last = number; // it began before the page was opened
      return;
    }
    if (number !== shoe.number)
      throw new Fault(line, "seed", `the seed of shoe ${shoe.number} is due, not of ${number}`);
    if (hex(await seedCommitment(this.origin, number, seed)) !== hex(shoe.commitment))
      throw new Fault(line, "seed", `the seed of shoe ${number} is not the one that was committed`);
    if (shoe.closed) {
      await compare(this.origin, shoe, seed);
      this.known.push(facts(shoe, true));
    }
    this.open = null;
    this.last = number;
  }
}

const front = (shoe: Open): number =>
  shoe.depth === null ? Infinity : shoe.cards - shoe.depth.cards;

/** Derive the cut, the depth and the stack, and compare every card. */
async function compare(origin: string, shoe: Open, seed: Bytes): Promise<void> {
  const { number, sealed } = shoe;
  const before = await keyOf(origin, number, seed, sealed, new Map());
  if (shoe.cut !== null && shoe.cut.seat === 0) {
    const chance = await Stream.sub(before, "cut");
    const must = shoe.cutLeast + (await chance.below(shoe.cards - 2 * shoe.cutLeast + 1));
    if (shoe.cut.cards !== must)
      throw new Fault(shoe.cut.line, "cut", `the dealer cuts ${shoe.cut.cards}, not ${must} cards`);
  }
  if (shoe.depth !== null) {
    const chance = await Stream.sub(before, "depth");
    const must = shoe.depthLeast + (await chance.below(shoe.depthMost - shoe.depthLeast + 1));
    if (shoe.depth.cards !== must) {
      const words = `${shoe.depth.cards}, not ${must} cards are behind the cutting card`;
      throw new Fault(shoe.depth.line, "depth", words);
    }
  }
  const key = await keyOf(origin, number, seed, sealed, shoe.opened);
  const stack = await stackOf(key, shoe.cards);
  const first = shoe.cut?.cards ?? 0;
  shoe.drawn.forEach(({ line, face }, at) => {
    const must = stack[(first + at) % shoe.cards];
    if (face !== null && face !== must)
      throw new Fault(line, "card", `card ${at + 1} of shoe ${number} is ${face}, not ${must}`);
  });
}

function facts(shoe: Open, ended: boolean): Shoe {
  const burned = shoe.drawn.filter(({ face }) => face === null).length;
  const seats = (values: ReadonlyMap<number, Bytes>): number[] =>
    [...values.keys()].sort((a, b) => a - b);
  return {
    number: shoe.number,
    sealed: seats(shoe.sealed),
    opened: seats(shoe.opened),
    dealt: shoe.drawn.length - burned,
    burned,
    ended,
  };
}
