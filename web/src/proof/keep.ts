/** The part of a table's log that this browser keeps, for a reload and for its other tabs. */

import type { Verdict } from "./judge";

/** A head as the house signs it. */
export interface SignedHead {
  readonly size: number;
  readonly hash: string; // base64
  readonly key: string; // hexadecimal
  readonly signature: string; // base64
}
export interface KeptHead extends SignedHead {
  readonly shoe: number;
  readonly at: number; // when it was kept
}
/** The reader's contribution to a shoe. */
export interface Part {
  readonly shoe: number;
  readonly seat: number;
  readonly value: string;
  readonly commitment: string;
  /** Made; its commitment accepted by the service; its value accepted. */
  readonly state: "made" | "sealed" | "opened";
}
export interface Kept {
  readonly origin: string;
  readonly key: string;
  readonly heads: readonly KeptHead[]; // the last one of each shoe
  readonly parts: readonly Part[];
  readonly verdicts: readonly Verdict[];
  /** The last head of the previous log: the table was restored from a backup. */
  readonly before?: { readonly origin: string; readonly head: KeptHead };
}

const TABLES = "casinowar.logs";
const TABLES_MAX = 20; // the least recently used is dropped
const SHOES_MAX = 6;
const PARTS_MAX = 12; // a person may have several seats
const VERDICTS_MAX = 40;
const at = (table: string): string => `casinowar.log.${table}`;
const memory = new Map<string, string>(); // where storage is switched off

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}
function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    if (value !== null) memory.set(name, value);
  }
}
function parsed<T>(found: string | null): T | null {
  try {
    return found === null ? null : (JSON.parse(found) as T);
  } catch {
    return null; // not ours
  }
}

/** The kept data of a table; null: none. */
export const kept = (table: string): Kept | null => parsed<Kept>(read(at(table)));

function put(table: string, value: Kept): void {
  write(at(table), JSON.stringify(value));
  const others = (parsed<string[]>(read(TABLES)) ?? []).filter((one) => one !== table);
  const all = [...others, table];
  for (const old of all.slice(0, -TABLES_MAX)) write(at(old), null);
  write(TABLES, JSON.stringify(all.slice(-TABLES_MAX)));
}

/** Begin to keep the log of this origin; of another origin only its last head stays. */
export function begin(table: string, origin: string, key: string): Kept {
  const found = kept(table);
  if (found?.origin === origin) {
    if (found.key === key) return found;
    const turned = { ...found, key };
    put(table, turned);
    return turned;
  }
  const last = found?.heads.at(-1);
  const fresh: Kept = {
    origin,
    key,
    heads: [],
    parts: [],
    verdicts: [],
    ...(found && last ? { before: { origin: found.origin, head: last } } : {}),
  };
  put(table, fresh);
  return fresh;
}

function change(table: string, origin: string, how: (found: Kept) => Kept): void {
  const found = kept(table);
  if (found?.origin === origin) put(table, how(found));
}

/** Keep a head; for each shoe the latest stays, from any tab. */
export function keepHead(table: string, origin: string, head: KeptHead): void {
  change(table, origin, (found) => {
    const longer = found.heads.some((one) => one.shoe === head.shoe && one.size >= head.size);
    if (longer) return found;
    const heads = [...found.heads.filter((one) => one.shoe !== head.shoe), head];
    return { ...found, heads: heads.sort((a, b) => a.size - b.size).slice(-SHOES_MAX) };
  });
}

/** Keep the reader's contribution until long after its shoe. */
export function keepPart(table: string, origin: string, part: Part): void {
  change(table, origin, (found) => {
    const others = found.parts.filter((one) => one.shoe !== part.shoe || one.seat !== part.seat);
    return { ...found, parts: [...others, part].slice(-PARTS_MAX) };
  });
}

export function keepVerdict(table: string, origin: string, verdict: Verdict): void {
  change(table, origin, (found) => {
    const others = found.verdicts.filter((one) => one.shoe !== verdict.shoe);
    return { ...found, verdicts: [...others, verdict].slice(-VERDICTS_MAX) };
  });
}

/** The kept heads as a file for `casinowar verify --heads`. */
export function headsFile(found: Kept): string {
  const line = ({ size, hash, key, signature }: SignedHead): string =>
    JSON.stringify({ head: hash, size, key, signature });
  return found.heads.map((head) => `${line(head)}\n`).join("");
}
