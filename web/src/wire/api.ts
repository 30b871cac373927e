/** The service's routes, typed. A refusal is thrown as `Problem`, with the service's own words. */

import type { Stopped } from "../protocol";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly untilMs?: number,
  ) {
    super(message);
  }

  /** Whether nobody is signed in (any more); a wrong passphrase is something else. */
  get signedOut(): boolean {
    return this.code.startsWith("session/");
  }

  /** Whether the service itself failed, or has too much to do. */
  get passing(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}

/** The service could not be reached. */
export class Offline extends Error {}

export interface Balance {
  readonly account_cents: number;
  readonly at_tables_cents: number;
}

export interface Me {
  readonly person: string;
  readonly name: string;
  readonly kind: "guest" | "account";
  readonly sign_in: string | null;
  readonly roles: readonly string[];
  readonly age_from_years: number | null; // at least so old by now
  readonly age_under_years: number | null; // they said that they are younger
  readonly stopped: Stopped | null; // why nothing new can be played anywhere, and until when
  readonly balance: Balance;
}

export interface TableLine {
  readonly id: string;
  readonly title: string;
  readonly house: string;
  readonly public: boolean;
  readonly stacked: boolean;
  readonly yours: boolean;
  readonly standing: boolean; // one of the service's own
  readonly settings: {
    readonly runs_itself: boolean;
    readonly min_cents: number | null;
    readonly max_cents: number | null;
  };
  readonly open: boolean; // whether one can sit down, if a seat is free
  readonly dealer_here: boolean | null; // at a table that people deal; null: it runs itself, or nobody knows
  readonly phase: string | null;
  readonly round: number | null;
  readonly rounds: string; // what the id of each of its rounds begins with
  readonly seats: number | null;
  readonly players: Readonly<Record<string, string>>;
  readonly watching: number;
}

/** The play chips that a newcomer gets. */
export interface Welcome {
  readonly first_chips_cents: number;
}

/** What a refill would give, and when. */
export interface Refill {
  readonly below_cents: number;
  readonly to_cents: number;
  readonly again_ms: number | null; // not before; null: the last one was long enough ago
  readonly possible: boolean;
}

/** A seat of one's own. */
export interface HeldSeat {
  readonly table: TableLine;
  readonly seat: number;
  readonly chips_cents: number;
  readonly layout_cents: number;
  readonly asked: "bet" | "cut" | "choice" | "war_tie" | null; // what the table waits for from this player
  readonly left_ms: number | null; // until it goes on without them; null: no clock runs
}

export interface HouseLine {
  readonly house: string;
  readonly title: string;
  readonly decks: number;
  readonly decks_allowed: readonly number[];
  readonly seats: number;
  readonly entry_age: number;
  readonly notices: readonly string[];
  readonly edge: string; // of the first wager, exact
}

export interface House extends HouseLine {
  readonly document: string;
  /** The house's own, of the first wager; a table of one's own may have others, in the same steps. */
  readonly limits: {
    readonly min_cents: number;
    readonly max_cents: number;
    readonly step_cents: number;
    readonly highest_cents: number | null;
  };
  readonly settlement_order: "left_to_right" | "right_to_left";
  readonly no_answer: "surrender" | "war";
  readonly areas: {
    readonly first: string;
    readonly war: string;
    readonly tie: boolean;
    readonly tie_alone: boolean;
    readonly war_tie: boolean;
    readonly sides: readonly {
      readonly name: string;
      readonly title: string;
      readonly pays: readonly string[];
    }[];
    readonly bets_final: boolean;
  };
  readonly pays: {
    readonly first: string;
    readonly tie: string | null;
    readonly tie_ladder: readonly string[]; // by ties in a row; none: Tie is not offered
    readonly war_tie: string | null;
    readonly war_won: string;
    readonly war_tied: string;
    readonly war_on_both: boolean;
    readonly surrender_lost: string;
  };
  readonly nets: {
    readonly war_won: string;
    readonly war_tied: string;
    readonly war_lost: string;
    readonly surrender: string | null;
  };
  readonly war: {
    readonly possible: boolean;
    readonly choice: string; // the house's word for the decision
    readonly deals_max: number;
    readonly burn_pattern: string;
    readonly burn_count: number;
    readonly first_wager: string;
    readonly decides: readonly string[]; // the wagers that the war cards decide
  };
  readonly cutting_card_from_back: string | null;
  readonly preparation: Readonly<Record<string, readonly string[]>>; // by the kind of shuffling
  readonly cites: {
    readonly cut_depth: string;
    readonly entry: string;
    readonly war_tie_wager: string;
  };
  readonly clauses: Readonly<Record<string, CitedClause>>;
}

/** What a citation stands for. */
export interface CitedClause {
  /** A clause of the house's own document, a house policy, or another document's clause that it follows. */
  readonly basis: "clause" | "policy" | "followed";
  readonly document: string;
  readonly number: string;
  readonly text: string;
}

let tellSignedOut: () => void = () => undefined;

/** What to do when the service says that nobody is signed in. */
export function whenSignedOut(run: () => void): void {
  tellSignedOut = run;
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Offline();
  }
  const found = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return found as T;
  const { code, message, until_ms } = found as {
    code?: string;
    message?: string;
    until_ms?: number;
  };
  const problem = new Problem(answer.status, code ?? "service/failed", message ?? "", until_ms);
  if (problem.signedOut) tellSignedOut();
  throw problem;
}

export const get = <T>(path: string): Promise<T> => send<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  send<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => send<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => send<T>("PATCH", path, body);

const houses = new Map<string, Promise<House>>();

/** A house's layout; it never changes while the service runs. */
export function house(name: string): Promise<House> {
  const known = houses.get(name);
  if (known !== undefined) return known;
  const asked = get<House>(`/api/houses/${encodeURIComponent(name)}`);
  houses.set(name, asked);
  asked.catch(() => houses.delete(name));
  return asked;
}
