/** Follows a table's log as it comes: every event, and every head that the house signs. */

import { base64, fromBase64, fromHex, headText, isSigned, nextHead, type Bytes } from "./bytes";
import type { Head } from "./check";
import type { SignedHead } from "./keep";
import type { Why } from "./judge";

/** A lie: the service contradicts itself, or the heads that were kept. */
export class Lie extends Error {
  constructor(
    readonly why: Why,
    message: string,
  ) {
    super(message);
  }
}

const PASSED_MAX = 4000; // heads that the page has passed

/** Whether this browser can check signatures: not an old one, and not without TLS. */
export async function canCheck(): Promise<boolean> {
  try {
    // the base point of the curve is a key that is always valid
    const key = new Uint8Array(32).fill(0x66);
    key[0] = 0x58;
    await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** Whether a head is signed by the key that it names. */
async function isGenuine(origin: string, head: SignedHead): Promise<boolean> {
  const key = fromHex(head.key);
  const signature = fromBase64(head.signature, 64);
  const hash = fromBase64(head.hash, 32);
  if (key === null || signature === null || hash === null) return false;
  return isSigned(key, signature, headText(origin, head.size, hash));
}

export class Chain {
  readonly #passed = new Map<number, string>();
  #expected: SignedHead | null = null; // after the missed events

  private constructor(
    readonly origin: string,
    public size: number,
    private head: Bytes,
    /** Keys of the house. */
    readonly keys: Set<string>,
  ) {
    this.#pass();
  }

  /** Begin at a signed head; a Lie if it is not signed. */
  static async begin(origin: string, head: SignedHead, keys: Iterable<string>): Promise<Chain> {
    const found = new Chain(
      origin,
      head.size,
      fromBase64(head.hash, 32) ?? new Uint8Array(0),
      new Set(keys),
    );
    await found.#check(head);
    return found;
  }

  /** The head at which the page joined, and all heads that it has passed since. */
  get passed(): readonly Head[] {
    return [...this.#passed].map(([size, hash]) => ({ size, hash }));
  }

  get now(): Head {
    return { size: this.size, hash: base64(this.head) };
  }

  /** The head that the page passed at a size; null if it was not connected. */
  at(size: number): string | null {
    return this.#passed.get(size) ?? null;
  }

  #pass(): void {
    this.#passed.set(this.size, base64(this.head));
    if (this.#passed.size > PASSED_MAX)
      for (const size of this.#passed.keys()) {
        this.#passed.delete(size);
        break;
      }
  }

  async #check(head: SignedHead): Promise<void> {
    if (!this.keys.has(head.key))
      throw new Lie("key", `the head of ${head.size} events is signed with another key`);
    if (!(await isGenuine(this.origin, head)))
      throw new Lie("signature", `the signature of the head of ${head.size} events is not valid`);
  }

  /** The connection was lost: the events up to this head will follow. */
  async expect(head: SignedHead): Promise<void> {
    await this.#check(head);
    if (head.size < this.size)
      throw new Lie("truncated", `the log has ${head.size} events; ${this.size} came before`);
    this.#expected = head;
    this.#reached();
  }

  #reached(): void {
    const expected = this.#expected;
    if (expected?.size !== this.size) return;
    if (expected.hash !== base64(this.head))
      throw new Lie("fork", `two heads of ${this.size} events contradict each other`);
    this.#expected = null;
  }

  /** Whether a signed head stands for all events so far. */
  get settled(): boolean {
    return this.#expected === null;
  }

  /** Events, and the signed head after the last; of missed events, the last one carries it. */
  async extend(events: readonly unknown[], head: SignedHead | null | undefined): Promise<void> {
    const after = this.size + events.length;
    if (head) await this.#check(head);
    else if (this.#expected === null || this.#expected.size < after)
      throw new Lie("unsigned", "events came without a signed head");
    if (head && head.size !== after)
      throw new Lie("events", `a head of ${head.size} events came after ${after} of them`);
    for (const event of events) {
      this.head = await nextHead(this.head, JSON.stringify(event));
      this.size += 1;
      this.#reached();
    }
    if (head && base64(this.head) !== head.hash)
      throw new Lie("events", `the events that came are not those of the head of ${head.size}`);
    if (head || this.settled) this.#pass();
  }
}
