/**
 * The bytes of the protocol (docs/shoes.md), with WebCrypto alone: from a seed to keys, from keys to
 * a stack, and from events to heads. It shares no code with the service.
 */

const PROTOCOL = "casinowar/fair/1/";
const utf8 = new TextEncoder();
const RANKS = "23456789TJQKA";
export const DECK: readonly string[] = [..."cdhs"].flatMap((suit) =>
  [...RANKS].map((rank) => rank + suit),
);

export type Bytes = Uint8Array<ArrayBuffer>;

export const text = (words: string): Bytes => utf8.encode(words);

export function hex(bytes: Bytes): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The 32 bytes of 64 hexadecimal digits; null for any other text. */
export function fromHex(digits: unknown): Bytes | null {
  if (typeof digits !== "string" || !/^[0-9a-f]{64}$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function base64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Bytes in base64; null if their number is different. */
export function fromBase64(digits: unknown, size: number): Bytes | null {
  if (typeof digits !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) return null;
  try {
    const found = Uint8Array.from(atob(digits), (one) => one.charCodeAt(0));
    return found.length === size ? found : null;
  } catch {
    return null;
  }
}

export function join(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function number(value: number, bytes: number): Bytes {
  const found = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256))
    found[at] = rest % 256;
  return found;
}

export const u8 = (value: number): Bytes => number(value, 1);
export const u64 = (value: number): Bytes => number(value, 8);

const sized = (bytes: Bytes): Bytes => join(number(bytes.length, 4), bytes);

/** E: a tag and its fields. */
export function encode(tag: string, ...fields: readonly Bytes[]): Bytes {
  return join(u8(2), sized(text(PROTOCOL + tag)), u8(fields.length), ...fields.map(sized));
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** H: the SHA-256 of a tag and its fields. */
export const digest = (tag: string, ...fields: readonly Bytes[]): Promise<Bytes> =>
  sha256(encode(tag, ...fields));

const HMAC = { name: "HMAC", hash: "SHA-256" };
const macKey = (key: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", key, HMAC, false, ["sign"]);

/** M: the HMAC-SHA-256 of a tag and its fields. */
export async function mac(key: Bytes, tag: string, ...fields: readonly Bytes[]): Promise<Bytes> {
  const made = await macKey(key);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, encode(tag, ...fields)));
}

// --- commitments and keys

export const seedCommitment = (origin: string, shoe: number, seed: Bytes): Promise<Bytes> =>
  digest("seed", text(origin), u64(shoe), seed);

export const contributionCommitment = (
  origin: string,
  shoe: number,
  seat: number,
  value: Bytes,
): Promise<Bytes> => digest("contribution", text(origin), u64(shoe), u8(seat), value);

export type BySeat = ReadonlyMap<number, Bytes>;

const bySeat = (values: BySeat): Bytes =>
  join(...[...values].sort(([a], [b]) => a - b).flatMap(([seat, value]) => [u8(seat), value]));

/** The key of a shoe; `sealed` are commitments and `opened` values, by seat. */
export async function keyOf(
  origin: string,
  shoe: number,
  seed: Bytes,
  sealed: BySeat,
  opened: BySeat,
): Promise<Bytes> {
  const id = await digest("shoe", text(origin), u64(shoe));
  const none = new Uint8Array(0);
  const record = sealed.size > 0 ? bySeat(sealed) : encode("rec/sealed", u64(0), id, none);
  return mac(seed, "key", id, await sha256(record), bySeat(opened), none);
}

// --- chance

const BLOCKS = 64; // requested at once

/** Numbers from the stream of a key, each equally likely. */
export class Stream {
  private words: number[] = [];
  private block = 0;

  private constructor(private readonly key: CryptoKey) {}

  static async of(key: Bytes): Promise<Stream> {
    return new Stream(await macKey(key));
  }

  /** The stream of a sub-key. */
  static async sub(key: Bytes, label: string): Promise<Stream> {
    return Stream.of(await mac(key, "sub", text(label)));
  }

  private async more(): Promise<void> {
    const blocks = Array.from({ length: BLOCKS }, (_, at) =>
      crypto.subtle.sign("HMAC", this.key, encode("stream", u64(this.block + at))),
    );
    this.block += BLOCKS;
    for (const block of await Promise.all(blocks)) {
      const view = new DataView(block);
      for (let at = 0; at < view.byteLength; at += 2) this.words.push(view.getUint16(at));
    }
    this.words.reverse(); // the next one is at the end
  }

  /** The next number from 0 to n - 1. */
  async below(n: number): Promise<number> {
    const limit = 65536 - (65536 % n);
    for (;;) {
      if (this.words.length === 0) await this.more();
      const word = this.words.pop() ?? 0;
      if (word < limit) return word % n;
    }
  }
}

/** The cards of a stack, the one in front first. */
export async function stackOf(key: Bytes, size: number): Promise<string[]> {
  const stream = await Stream.sub(key, "shuffle");
  const cards = Array.from({ length: size }, (_, at) => DECK[at % DECK.length] ?? "");
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await stream.below(last + 1);
    const card = cards[last] ?? "";
    cards[last] = cards[other] ?? "";
    cards[other] = card;
  }
  return cards;
}

// --- heads

export const firstHead = (origin: string): Promise<Bytes> => digest("log", text(origin));

/** The head after one more event, given its bytes. */
export async function nextHead(head: Bytes, event: string): Promise<Bytes> {
  return sha256(join(u8(3), head, await sha256(text(event))));
}

/** What is signed for a head. */
export const headText = (origin: string, size: number, head: Bytes): string =>
  `casinowar head 1\n${origin}\n${size}\n${base64(head)}\n`;

/** What an old key signs for the key that follows it. */
export const handoverText = (key: string): string => `casinowar key 1\n${key}\n`;

/** Whether a signature of a text is that of a public key. */
export async function isSigned(key: Bytes, signature: Bytes, words: string): Promise<boolean> {
  try {
    const made = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", made, signature, text(words));
  } catch {
    return false; // not a key, or a browser that cannot check it
  }
}
