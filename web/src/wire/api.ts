/** The service's routes, typed. A refusal is thrown as `Problem`, with the service's message. */

import type { OneHouse as House } from "../answers";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly untilMs?: number,
  ) {
    super(message);
  }

  /** Whether nobody is signed in any more; not for a wrong passphrase. */
  get signedOut(): boolean {
    return this.code.startsWith("session/");
  }

  /** Whether the service failed or is overloaded. */
  get passing(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}

/** The service could not be reached. */
export class Offline extends Error {}

export type {
  Balance,
  CitedClause,
  HouseLine,
  Me,
  OneHouse as House,
  RefillTerms as Refill,
  Seat as HeldSeat,
  Table as TableLine,
  Welcome,
} from "../answers";

let tellSignedOut: (why: string) => void = () => undefined;

/** The handler for the answer that nobody is signed in. */
export function whenSignedOut(run: (why: string) => void): void {
  tellSignedOut = run;
}

async function send<T>(
  method: string,
  path: string,
  body?: unknown,
  cache?: RequestCache,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(cache && { cache }),
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
  if (problem.signedOut) tellSignedOut(problem.code === "session/ended" ? problem.message : "");
  throw problem;
}

export const get = <T>(path: string, cache?: RequestCache): Promise<T> =>
  send<T>("GET", path, undefined, cache);
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  send<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => send<T>("PUT", path, body);
export const remove = <T>(path: string): Promise<T> => send<T>("DELETE", path);
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
