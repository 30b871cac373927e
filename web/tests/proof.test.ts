/**
 * The page's own check of a shoe, against the published vectors and the published example.
 *
 * With PROOFS, a file of exports that Python judged, both must say the same.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  base64,
  contributionCommitment,
  digest,
  encode,
  firstHead,
  fromBase64,
  fromHex,
  handoverText,
  headText,
  hex,
  isSigned,
  keyOf,
  mac,
  nextHead,
  seedCommitment,
  stackOf,
  Stream,
  type Bytes,
} from "../src/proof/bytes";
import { check } from "../src/proof/check";

const DOCS = new URL("../../docs/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, DOCS), "utf8");

interface Vectors {
  encode: {
    tag: string;
    fields: string[];
    bytes: string;
    sha256: string;
    key: string;
    hmac: string;
  };
  stream: { key: string; below: number[]; result: number[] };
  shoes: {
    name: string;
    origin: string;
    shoe: number;
    cards: number;
    seed: string;
    commitment: string;
    contributions: { seat: number; value: string; commitment: string; opened: boolean }[];
    key_before_opening: string;
    key: string;
    cut_least: number;
    dealers_cut: number;
    depth_least: number;
    depth_most: number;
    cards_behind: number;
    stack: string;
  }[];
  log: {
    origin: string;
    events: string[];
    heads: string[];
    public_key: string;
    text: string;
    signature: string;
    next_key: string;
    handover: string;
  };
}
const vectors = JSON.parse(read("shoe-vectors.json")) as Vectors;

function bytes(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

describe("the published vectors", () => {
  it("encode, hash and authenticate as published", async () => {
    const vector = vectors.encode;
    const fields = vector.fields.map(bytes);
    expect(hex(encode(vector.tag, ...fields))).toBe(vector.bytes);
    expect(hex(await digest(vector.tag, ...fields))).toBe(vector.sha256);
    expect(hex(await mac(bytes(vector.key), vector.tag, ...fields))).toBe(vector.hmac);
  });

  it("give the numbers of the stream", async () => {
    const stream = await Stream.of(bytes(vectors.stream.key));
    const found: number[] = [];
    for (const n of vectors.stream.below) found.push(await stream.below(n));
    expect(found).toEqual(vectors.stream.result);
  });

  it.each(vectors.shoes)("derive $name", async (shoe) => {
    const { origin, shoe: number, cards } = shoe;
    const seed = bytes(shoe.seed);
    expect(hex(await seedCommitment(origin, number, seed))).toBe(shoe.commitment);
    const sealed = new Map<number, Bytes>();
    const opened = new Map<number, Bytes>();
    for (const one of [...shoe.contributions].reverse()) {
      const value = bytes(one.value);
      const found = await contributionCommitment(origin, number, one.seat, value);
      expect(hex(found)).toBe(one.commitment);
      sealed.set(one.seat, found);
      if (one.opened) opened.set(one.seat, value);
    }
    const before = await keyOf(origin, number, seed, sealed, new Map());
    const key = await keyOf(origin, number, seed, sealed, opened);
    expect([hex(before), hex(key)]).toEqual([shoe.key_before_opening, shoe.key]);
    const cut = await Stream.sub(before, "cut");
    expect(shoe.cut_least + (await cut.below(cards - 2 * shoe.cut_least + 1))).toBe(
      shoe.dealers_cut,
    );
    const depth = await Stream.sub(before, "depth");
    const choices = shoe.depth_most - shoe.depth_least + 1;
    expect(shoe.depth_least + (await depth.below(choices))).toBe(shoe.cards_behind);
    expect((await stackOf(key, cards)).join(" ")).toBe(shoe.stack);
  });

  it("chain and verify the log", async () => {
    const { log } = vectors;
    let head = await firstHead(log.origin);
    expect(base64(head)).toBe(log.heads[0]);
    for (const [at, event] of log.events.entries()) {
      head = await nextHead(head, event);
      expect(base64(head)).toBe(log.heads[at + 1]);
    }
    const text = headText(log.origin, log.events.length, head);
    expect(text).toBe(log.text);
    const key = bytes(log.public_key);
    const signature = fromBase64(log.signature, 64) ?? bytes("");
    expect(await isSigned(key, signature, text)).toBe(true);
    expect(await isSigned(key, signature, `${text} `)).toBe(false);
    expect(await isSigned(bytes(log.next_key), signature, text)).toBe(false);
    const handover = fromBase64(log.handover, 64) ?? bytes("");
    expect(await isSigned(key, handover, handoverText(log.next_key))).toBe(true);
  });

  it("refuse what is not exactly so many digits", () => {
    expect(fromHex("00")).toBeNull();
    expect(fromHex("G".repeat(64))).toBeNull();
    expect(fromHex(7)).toBeNull();
    expect(fromBase64("!!", 32)).toBeNull();
    expect(fromBase64("AAAA", 32)).toBeNull();
  });
});

describe("the published example", () => {
  const example = read("shoe-example.jsonl");

  it("is proved", async () => {
    const report = await check(example);
    expect(report.fault).toBeNull();
    expect(report.shoes.map(({ ended, opened }) => [ended, opened])).toEqual([[true, [1, 4]]]);
  });

  it.each([
    [
      "a changed byte",
      (text: string) => text.replace('"shoe_loaded","version":1', '"shoe_loaded","version":2'),
      "head",
    ],
    ["a line less", (text: string) => text.replace(/\n[^\n]+\n$/, "\n"), "head"],
    ["another origin", (text: string) => text.replace('"origin":"', '"origin":"x'), "head"],
    ["no export", () => "{}\n", "format"],
    ["no JSON", () => "what\n", "format"],
  ])("is rejected with %s", async (_, change, reason) => {
    expect((await check(change(example))).fault?.reason).toBe(reason);
  });
});

interface Judged {
  readonly name: string;
  readonly export: string;
  readonly line: number | null;
  readonly reason: string | null;
  readonly shoes: readonly (readonly [number, readonly number[], readonly number[], boolean])[];
}

const PROOFS = process.env["PROOFS"];

describe.skipIf(!PROOFS)("every export that Python judged", () => {
  const all = PROOFS ? (JSON.parse(readFileSync(PROOFS, "utf8")) as Judged[]) : [];
  it.each(all)("$name", async (judged) => {
    const report = await check(judged.export);
    expect([report.fault?.line ?? null, report.fault?.reason ?? null]).toEqual([
      judged.line,
      judged.reason,
    ]);
    if (judged.line === null)
      expect(
        report.shoes.map((shoe) => [shoe.number, shoe.sealed, shoe.opened, shoe.ended]),
      ).toEqual(judged.shoes);
  });
});
