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
  readonly shoes: readonly Shoe[];
  readonly events: number;
  readonly fault: Fault | null;
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

/** The heads of a log: each one extends the last, and is signed by the house. */
export class Heads {
  private readonly keys: string[] = [];

  private constructor(
    readonly origin: string,
    public size: number,
    public head: Bytes,
  ) {}

  static async begin(
    origin: string,
    size: number,
    head: Bytes | null,
    keys: unknown,
  ): Promise<Heads> {
    const first = await firstHead(origin);
    if (head === null || (size === 0 && base64(head) !== base64(first)))
      throw new Fault(1, "head", "the first head does not belong to this origin");
    const found = new Heads(origin, size, head);
    await found.readKeys(keys);
    return found;
  }

  private async readKeys(keys: unknown): Promise<void> {
    if (!Array.isArray(keys) || keys.length === 0)
      throw new Fault(1, "format", "keys must be a list of public keys");
    for (const each of keys as Step[]) {
      const key = fromHex(each["key"]);
      if (key === null) throw new Fault(1, "format", "a key is not 64 hexadecimal digits");
      const name = String(each["key"]);
      const before = this.keys.at(-1);
      if (before !== undefined) {
        const signature = fromBase64(each["signature"], 64);
        const old = fromHex(before);
        if (
          signature === null ||
          old === null ||
          !(await isSigned(old, signature, handoverText(name)))
        )
          throw new Fault(
            1,
            "signature",
            `key ${name.slice(0, 16)} is not signed by the one before`,
          );
      }
      this.keys.push(name);
    }
  }

  async event(bytes: string): Promise<void> {
    this.head = await nextHead(this.head, bytes);
    this.size += 1;
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
      throw new Fault(line, "head", "the events before it are not those that this head stands for");
    const key = fromHex(head["key"]);
    const signature = fromBase64(head["signature"], 64);
    const words = headText(this.origin, this.size, this.head);
    const known = this.keys.includes(String(head["key"]));
    if (!known || key === null || signature === null || !(await isSigned(key, signature, words)))
      throw new Fault(line, "signature", "the signature of this head is not the house's");
  }
}

/** Check an export. */
export async function check(export_: string): Promise<Report> {
  const lines = export_.replace(/\r?\n$/, "").split(/\r?\n/);
  const faults: Fault[] = [];
  let events = 0;
  let shoes: Shoes | null = null;
  try {
    const header = parsed(lines[0] ?? "", 1);
    if (header["format"] !== FORMAT) throw new Fault(1, "format", `the format is not ${FORMAT}`);
    const origin = String(header["origin"]);
    const head = fromBase64(header["hash"], 32);
    const log = await Heads.begin(origin, Number(header["after"]), head, header["keys"]);
    shoes = new Shoes(origin);
    let signed = -1;
    for (const [at, line] of lines.slice(1).entries()) {
      const number = at + 2;
      const step = parsed(line, number);
      if ("head" in step && ("name" in step || "command" in step))
        throw new Fault(number, "head", "is a head and something else at once");
      if ("command" in step) continue;
      if ("name" in step) {
        await log.event(line);
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
      throw new Fault(lines.length, "head", "no signed head stands for the last events");
    if (log.size !== header["size"])
      throw new Fault(lines.length, "head", "the export ends before its last event");
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    faults.push(fault);
  }
  const [first = null] = faults.sort((a, b) => a.line - b.line);
  const open = first === null && shoes !== null ? shoes.current : null;
  return {
    shoes: [
      ...(shoes?.known ?? []),
      ...(open !== null && open.dealt + open.burned > 0 ? [open] : []),
    ],
    events,
    fault: first,
  };
}
