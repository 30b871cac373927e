/** Checks an export as `casinowar verify` does, except for decisions and payments. */

import {
  base64,
  firstHead,
  fromBase64,
  fromHex,
  handoverText,
  headText,
  isSigned,
  nextHead,
  type Bytes,
} from "./bytes";
import { Fault, Shoes, type Shoe, type Step } from "./shoe";

const FORMAT = "casinowar-export/1";

export interface Report {
  readonly origin: string;
  readonly shoe: number | null; // the only one that is exported; null: the table from here on
  readonly keys: readonly string[]; // the house's public keys, the newest last
  readonly after: number; // events before the export, and their head
  readonly hash: string;
  readonly shoes: readonly Shoe[];
  readonly events: number;
  readonly fault: Fault | null;
}

/** A head that somebody kept: an export that does not contain it was rewritten. */
export interface Head {
  readonly size: number;
  readonly hash: string; // base64
}

function parsed(line: string, number: number): Step {
  try {
    const found: unknown = JSON.parse(line);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Step;
  } catch {
    // said below
  }
  throw new Fault(number, "format", "is not an object in JSON");
}

/** The house's public keys, the newest last; a Fault if one is not signed by the one before it. */
export async function keysOf(keys: unknown): Promise<string[]> {
  if (!Array.isArray(keys) || keys.length === 0)
    throw new Fault(1, "format", "keys must be a list of public keys");
  const names: string[] = [];
  for (const each of keys as Step[]) {
    const name = String(each["key"]);
    if (fromHex(each["key"]) === null)
      throw new Fault(1, "format", "a key is not 64 hexadecimal digits");
    const before = names.at(-1);
    const signature = fromBase64(each["signature"], 64);
    const old = fromHex(before);
    if (
      before !== undefined &&
      (signature === null || old === null || !(await isSigned(old, signature, handoverText(name))))
    )
      throw new Fault(1, "signature", `key ${name.slice(0, 16)} is not signed by the one before`);
    names.push(name);
  }
  return names;
}

/** The heads of a log: each one extends the last, and is signed by the house. */
export class Heads {
  readonly keys: string[] = [];
  private readonly kept: ReadonlyMap<number, string>;

  private constructor(
    readonly origin: string,
    public size: number,
    public head: Bytes,
    kept: readonly Head[],
  ) {
    this.kept = new Map(kept.map((one) => [one.size, one.hash]));
  }

  static async begin(
    origin: string,
    size: number,
    head: Bytes | null,
    keys: unknown,
    kept: readonly Head[] = [],
  ): Promise<Heads> {
    const first = await firstHead(origin);
    if (head === null || (size === 0 && base64(head) !== base64(first)))
      throw new Fault(1, "head", "the first head does not belong to this origin");
    const found = new Heads(origin, size, head, kept);
    found.compare(1);
    found.keys.push(...(await keysOf(keys)));
    return found;
  }

  /** Compare with the head that was kept for this size, if there is one. */
  private compare(line: number): void {
    const kept = this.kept.get(this.size);
    if (kept === undefined || kept === base64(this.head)) return;
    throw new Fault(
      line,
      "head",
      `the head after ${this.size} events is not the one that was kept: a rewrite`,
    );
  }

  async event(line: number, bytes: string): Promise<void> {
    this.head = await nextHead(this.head, bytes);
    this.size += 1;
    this.compare(line);
  }

  /** The export has ended; for a single shoe, kept heads may lie before or after it. */
  end(line: number, after: number, isShoe: boolean): void {
    const beyond = Math.max(...this.kept.keys(), 0);
    const before = Math.min(...this.kept.keys(), after);
    if (!isShoe && beyond > this.size)
      throw new Fault(
        line,
        "head",
        `the export ends after ${this.size} events; a head of ${beyond} was kept`,
      );
    if (!isShoe && before < after)
      throw new Fault(
        line,
        "head",
        `the export begins after ${after} events; a head of ${before} was kept`,
      );
  }

  /** Check a signed head against the events so far. */
  async signed(line: number, head: Step): Promise<void> {
    if (head["size"] !== this.size)
      throw new Fault(
        line,
        "head",
        `a head of ${String(head["size"])} comes after ${this.size} events`,
      );
    if (head["head"] !== base64(this.head))
      throw new Fault(line, "head", "the head does not match the events before it");
    const key = fromHex(head["key"]);
    const signature = fromBase64(head["signature"], 64);
    const words = headText(this.origin, this.size, this.head);
    const known = this.keys.includes(String(head["key"]));
    if (!known || key === null || signature === null || !(await isSigned(key, signature, words)))
      throw new Fault(line, "signature", "the signature of this head is not the house's");
  }
}

/** Check an export; `kept` are heads that it must pass through. */
export async function check(export_: string, kept: readonly Head[] = []): Promise<Report> {
  const lines = export_.replace(/\r?\n$/, "").split(/\r?\n/);
  const faults: Fault[] = [];
  let events = 0;
  let shoes: Shoes | null = null;
  let log: Heads | null = null;
  let header: Step = {};
  try {
    header = parsed(lines[0] ?? "", 1);
    if (header["format"] !== FORMAT) throw new Fault(1, "format", `the format is not ${FORMAT}`);
    const origin = String(header["origin"]);
    const head = fromBase64(header["hash"], 32);
    log = await Heads.begin(origin, Number(header["after"]), head, header["keys"], kept);
    shoes = new Shoes(origin);
    let signed = -1;
    for (const [at, line] of lines.slice(1).entries()) {
      const number = at + 2;
      const step = parsed(line, number);
      if ("head" in step && ("name" in step || "command" in step))
        throw new Fault(number, "head", "is a head and something else at once");
      if ("command" in step) continue;
      if ("name" in step) {
        await log.event(number, line);
        events += 1;
        if (faults.length > 0) continue;
        try {
          await shoes.take(number, step);
        } catch (fault) {
          if (!(fault instanceof Fault) || fault.reason === "format") throw fault;
          faults.push(fault);
        }
      } else if ("head" in step) {
        await log.signed(number, step);
        signed = log.size;
      } else throw new Fault(number, "format", "is neither a command, nor an event, nor a head");
    }
    if (signed !== log.size)
      throw new Fault(lines.length, "head", "no signed head covers the last events");
    if (log.size !== header["size"])
      throw new Fault(lines.length, "head", "the export ends before its last event");
    log.end(lines.length, Number(header["after"]), "shoe" in header);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    faults.push(fault);
  }
  const [first = null] = faults.sort((a, b) => a.line - b.line);
  const open = first === null && shoes !== null ? shoes.current : null;
  return {
    origin: String(header["origin"] ?? ""),
    shoe: typeof header["shoe"] === "number" ? header["shoe"] : null,
    keys: log?.keys ?? [],
    after: Number(header["after"] ?? 0),
    hash: String(header["hash"] ?? ""),
    shoes: [
      ...(shoes?.known ?? []),
      ...(open !== null && open.dealt + open.burned > 0 ? [open] : []),
    ],
    events,
    fault: first,
  };
}
