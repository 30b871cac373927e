/** A house that seals its shoes, signs its log and writes records, as the service does; it can lie. */

import {
  base64,
  firstHead,
  hex,
  keyOf,
  nextHead,
  seedCommitment,
  sha256,
  stackOf,
  Stream,
  handoverText,
  headText,
  text,
  type Bytes,
} from "../src/proof/bytes";
import type { SignedHead } from "../src/proof/keep";
import type { Event } from "../src/protocol";

export interface Key {
  readonly name: string;
  readonly pair: CryptoKeyPair;
}
export async function newKey(): Promise<Key> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return { name: hex(raw), pair };
}
async function signature(key: Key, words: string): Promise<string> {
  return base64(
    new Uint8Array(await crypto.subtle.sign("Ed25519", key.pair.privateKey, text(words))),
  );
}

/** Events and the head after them, as a frame has them. */
export interface Told {
  readonly events: readonly Event[];
  readonly head: SignedHead;
}
const CARDS = 52;
const DEPTH = 13;

export class House {
  keys: { key: string; signature?: string }[];
  lines: string[] = [];
  #heads: Bytes[] = [];
  #starts = new Map<number, number>();
  shoe = 0;
  seed: Bytes = new Uint8Array(0);
  sealed = new Map<number, Bytes>();
  opened = new Map<number, Bytes>();
  dealt = 0;
  cut = 0;

  private constructor(
    readonly origin: string,
    public key: Key,
  ) {
    this.keys = [{ key: key.name }];
  }

  static async of(origin = "casinowar/here/s1/t", key?: Key): Promise<House> {
    const found = new House(origin, key ?? (await newKey()));
    found.#heads = [await firstHead(origin)];
    return found;
  }

  /** A house that told the same so far, and goes on otherwise. */
  fork(): House {
    const other = new House(this.origin, this.key);
    Object.assign(other, this, { sealed: new Map(this.sealed), opened: new Map(this.opened) });
    other.lines = [...this.lines];
    other.keys = [...this.keys];
    other.#heads = [...this.#heads];
    other.#starts = new Map(this.#starts);
    return other;
  }

  get size(): number {
    return this.lines.length;
  }

  async rotate(): Promise<void> {
    const next = await newKey();
    this.keys = [
      ...this.keys,
      { key: next.name, signature: await signature(this.key, handoverText(next.name)) },
    ];
    this.key = next;
  }

  async head(size = this.size): Promise<SignedHead> {
    const hash = this.#heads[size] as Bytes;
    return {
      size,
      hash: base64(hash),
      key: this.key.name,
      signature: await signature(this.key, headText(this.origin, size, hash)),
    };
  }

  async tell(...events: object[]): Promise<Told> {
    const all = events.map(
      (one) => ({ version: 1, cites: "policy 27", ...one }) as unknown as Event,
    );
    const named = all.map(({ name, ...rest }) => ({ name, ...rest }) as Event);
    for (const event of named) {
      const line = JSON.stringify(event);
      this.#heads.push(await nextHead(this.#heads.at(-1) as Bytes, line));
      this.lines.push(line);
    }
    return { events: named, head: await this.head() };
  }

  async commit(): Promise<Told> {
    this.shoe += 1;
    this.seed = await sha256(text(`${this.origin} ${this.shoe}`));
    [this.sealed, this.opened, this.dealt] = [new Map(), new Map(), 0];
    this.#starts.set(this.shoe, this.size);
    const commitment = hex(await seedCommitment(this.origin, this.shoe, this.seed));
    return this.tell({ name: "shoe_committed", shoe: this.shoe, commitment });
  }

  async seal(seat: number, commitment: string): Promise<Told> {
    this.sealed.set(
      seat,
      Uint8Array.from(commitment.match(/../g) ?? [], (two) => parseInt(two, 16)),
    );
    return this.tell({ name: "contribution_sealed", seat, commitment });
  }

  /** The contributions are closed, and a player cuts. */
  async close(): Promise<Told> {
    const none = await keyOf(this.origin, this.shoe, this.seed, this.sealed, new Map());
    const depth = DEPTH + (await (await Stream.sub(none, "depth")).below(5));
    this.cut = 20;
    return this.tell(
      {
        name: "contributions_closed",
        cards: CARDS,
        cut_least: 10,
        depth_least: DEPTH,
        depth_most: DEPTH + 4,
      },
      { name: "cards_cut", seat: 4, cards: this.cut },
      { name: "cutting_card_placed", cards_behind: depth },
    );
  }

  async open(seat: number, value: string): Promise<Told> {
    this.opened.set(
      seat,
      Uint8Array.from(value.match(/../g) ?? [], (two) => parseInt(two, 16)),
    );
    return this.tell({ name: "contribution_opened", seat, value });
  }

  /** The shoe is loaded and some cards are dealt; `change` exchanges one of them. */
  async deal(
    cards = 10,
    change: (card: string, at: number) => string = (card) => card,
  ): Promise<Told> {
    const key = await keyOf(this.origin, this.shoe, this.seed, this.sealed, this.opened);
    const stack = await stackOf(key, CARDS);
    const faces = Array.from(
      { length: cards },
      (_, at) => stack[(this.cut + this.dealt + at) % CARDS] as string,
    );
    const first = this.dealt === 0 ? [{ name: "shoe_loaded", shoe: this.shoe, cards: CARDS }] : [];
    const dealt = faces.map((card, at) => ({
      name: "card_dealt",
      seat: 4,
      card: change(card, at),
    }));
    this.dealt += cards;
    return this.tell(...first, ...dealt);
  }

  /** The shoe ends: its seed is shown, and the next one is committed. */
  async end(seed = this.seed): Promise<Told> {
    const shown = await this.tell(
      { name: "cards_collected" },
      { name: "seed_revealed", shoe: this.shoe, seed: hex(seed) },
    );
    const next = await this.commit();
    return { events: [...shown.events, ...next.events], head: next.head };
  }

  /** The export of a shoe, as far as it is told. */
  async record(shoe: number): Promise<string> {
    const from = this.#starts.get(shoe) ?? 0;
    const to = this.#starts.get(shoe + 1) ?? this.size;
    const header = {
      format: "casinowar-export/1",
      origin: this.origin,
      after: from,
      size: to,
      hash: base64(this.#heads[from] as Bytes),
      keys: this.keys,
      shoe,
    };
    const { size, hash, key, signature } = await this.head(to);
    const last = { head: hash, size, key, signature };
    const all = [JSON.stringify(header), ...this.lines.slice(from, to), JSON.stringify(last)];
    return `${all.join("\n")}\n`;
  }
}
