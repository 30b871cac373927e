/**
 * Sealed shoes on the page: it contributes by itself, follows signed heads, keeps them over a reload,
 * opens nothing that the house did not sign for, checks the shoe when it ends, and names every lie.
 *
 * Planted once and caught here: a head that is not compared with the events, a signature that is not
 * checked, a value that is opened without a signed head over its commitment, a head that is not
 * compared with that of another tab or of before a reload, a verdict without one's own contribution.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import { contributionCommitment, hex } from "../src/proof/bytes";
import { kept, keepHead } from "../src/proof/keep";
import type { Verdict } from "../src/proof/judge";
import type { RoundShoe } from "../src/answers";
import { EXAMPLE } from "../src/reduce/example";
import type { View } from "../src/protocol";
import { Checked } from "../src/state/checked.svelte";
import { Fair } from "../src/state/fair.svelte";
import { session } from "../src/state/session.svelte";
import { TableState } from "../src/state/table.svelte";
import { House, newKey, type Told } from "./house";

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  sent: { type: string; id: string; command?: Record<string, unknown> }[] = [];
  constructor() {
    FakeSocket.all.push(this);
  }
  send(words: string): void {
    this.sent.push(JSON.parse(words) as FakeSocket["sent"][number]);
  }
  close(): void {}
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

vi.setConfig({ testTimeout: 30_000 });
const soon = <T>(run: () => T): Promise<T> => vi.waitFor(run, { timeout: 10_000 });
const ME = "p_me";
const MINE = 4;
const OTHER = 2;
let tables = 0;
let id: string;
let house: House;
let page: Page;

/** A table's page: what it was told, and what it sent. */
class Page {
  readonly table = new TableState(id);
  readonly fair = new Fair(this.table, (_, shoe) => this.records(shoe));
  readonly socket: FakeSocket;
  records: (shoe: number) => Promise<string> = (shoe) => house.record(shoe);
  version = 0;

  constructor() {
    void this.table.start();
    this.socket = FakeSocket.all.at(-1) as FakeSocket;
    this.table.follow(this.fair);
  }

  /** Come to the table as it is; `given` is what the service says of its log. */
  async come(given: object | null = {}, whole = true): Promise<void> {
    this.version = house.size;
    const fair = given && {
      origin: house.origin,
      key: house.key.name,
      keys: house.keys,
      head: await house.head(),
      overdue: null,
      ...given,
    };
    this.socket.onopen?.();
    this.socket.say({
      type: "welcome",
      version: house.size,
      stream: "s1",
      table: { id, settings: { house: "x", public: true }, seats: 7, players: {}, limits: {} },
      you: { person: ME, owner: false, stopped: null },
      waits: [],
      fair,
      ...(whole ? { view: this.view() } : {}),
    });
    await this.fair.done();
  }

  view(): View {
    const last = house.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const since = last.findLastIndex((one) => one["name"] === "shoe_committed");
    const sealed = {
      shoe: house.shoe,
      commitment: String(last[since]?.["commitment"] ?? ""),
      contributions: [],
      closed: last.slice(since).some((one) => one["name"] === "contributions_closed"),
    };
    const seat = (seat: number, player: string): View["seats"][number] => ({
      ...{
        seat,
        player,
        name: player,
        chips_cents: 0,
        sitting_out: false,
        you: player === ME,
        hand: null,
      },
    });
    return {
      ...EXAMPLE,
      phase: "betting",
      seats: [seat(OTHER, "p_bo"), seat(MINE, ME)],
      last_round: null,
      shoe: { ...EXAMPLE.shoe, number: house.shoe - 1, sealed: since < 0 ? null : sealed },
    };
  }

  async hear({ events, head }: { events: Told["events"]; head?: Told["head"] }): Promise<void> {
    const first = this.version + 1;
    this.version += events.length;
    this.socket.say({
      type: "events",
      first,
      version: this.version,
      events,
      phase: house.dealt ? "betting" : "load",
      waits: [],
      head,
    });
    await this.fair.done();
  }

  async offer(...commands: string[]): Promise<void> {
    const offers = commands.map((command) => ({ command, seat: MINE }));
    this.socket.say({ type: "offers", version: this.version, offers });
    await this.fair.done();
  }

  /** The last command of a name that was sent. */
  gave(command: string): Record<string, unknown> | undefined {
    return this.socket.sent.findLast((one) => one.command?.["command"] === command)?.command;
  }

  async accept(): Promise<void> {
    const last = this.socket.sent.findLast((one) => one.type === "command");
    this.socket.say({ type: "answer", id: last?.id, ok: true, first: 1, version: this.version });
    await this.fair.done();
  }

  /** Contribute, as the house asks for it. */
  async seals(): Promise<string> {
    await this.offer("seal_contribution");
    const commitment = String(this.gave("seal_contribution")?.["commitment"]);
    await this.hear(await house.seal(MINE, commitment));
    await this.accept();
    return commitment;
  }

  async opens(): Promise<void> {
    await this.offer("open_contribution");
    const given = this.gave("open_contribution");
    if (given === undefined) return;
    await this.hear(await house.open(MINE, String(given["value"])));
    await this.accept();
  }

  /** What it says of a shoe, once it has checked it. */
  async verdict(shoe = 1): Promise<Verdict> {
    return soon(() => {
      const found = this.fair.verdictOn(shoe);
      expect(found).not.toBeNull();
      return found as Verdict;
    });
  }
}

/** Another player's value and its commitment. */
async function others(shoe = 1): Promise<[string, string]> {
  const value = new Uint8Array(32).fill(7);
  return [hex(value), hex(await contributionCommitment(house.origin, shoe, OTHER, value))];
}

async function come(): Promise<Page> {
  const found = new Page();
  await found.come();
  return found;
}

/** A whole shoe with two contributors; the house may do something else at a step. */
async function played(deal = (): Promise<Told> => house.deal()): Promise<void> {
  const [value, commitment] = await others();
  await page.hear(await house.seal(OTHER, commitment));
  await page.seals();
  await page.hear(await house.close());
  await page.opens();
  await page.hear(await house.open(OTHER, value));
  await page.hear(await deal());
}

beforeEach(async () => {
  id = `t${(tables += 1)}`;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string) => {
    const status = path.startsWith("/api/tables/") ? 200 : 404;
    return Promise.resolve(new Response("{}", { status }));
  });
  session.forget();
  house = await House.of(`casinowar/here/s1/${id}`);
  await house.tell({ name: "table_opened", dealer: "", decks: 1 });
  await house.commit();
  page = await come();
});
afterEach(() => {
  page.table.stop();
  vi.unstubAllGlobals();
});

describe("an honest house", () => {
  it("gets a contribution without anybody doing anything, and its shoe is proved", async () => {
    await played();
    expect(page.fair.part?.state).toBe("opened");
    await page.hear(await house.end());
    const found = await page.verdict();
    expect(found).toMatchObject({ state: "proved", sealed: [2, 4], opened: [2, 4], dealt: 10 });
    expect(page.fair.lie).toBeNull();
    expect(page.fair.news).toEqual(found);
  });

  it("is asked nothing twice", async () => {
    await page.offer("seal_contribution");
    await page.offer("seal_contribution");
    expect(page.socket.sent.filter((one) => one.type === "command")).toHaveLength(1);
  });

  it("shows nobody a clock for a contribution", () => {
    const wait = { who: "seat 4", what: "contribution", left_ms: 5000, away: false };
    page.socket.say({ type: "waits", waits: [wait] });
    expect(page.table.clocks).toEqual([]);
    expect(page.fair.clocks).toMatchObject([{ who: "seat 4" }]);
  });

  it("is not proved fair if nobody opened a contribution", async () => {
    await page.hear(await house.close());
    await page.hear(await house.deal());
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "house", opened: [] });
  });

  it("has the seats counted that withheld their values", async () => {
    const [, commitment] = await others();
    await page.hear(await house.seal(OTHER, commitment));
    await page.seals();
    await page.hear(await house.close());
    await page.opens();
    await page.hear(await house.deal());
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "proved", sealed: [2, 4], opened: [4] });
  });

  it("gets its contribution opened after a reload between sealing and opening", async () => {
    const commitment = await page.seals();
    await page.hear(await house.close());
    page.table.stop();
    page = await come();
    expect(page.fair.part).toMatchObject({ commitment, state: "sealed" });
    await page.opens();
    expect(page.fair.part?.state).toBe("opened");
    await page.hear(await house.deal());
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "proved", opened: [4] });
  });

  it("sees the same contribution again from a page that reloaded before the answer", async () => {
    await page.offer("seal_contribution");
    const before = page.gave("seal_contribution");
    page.table.stop();
    page = await come();
    await page.offer("seal_contribution");
    expect(page.gave("seal_contribution")).toEqual(before);
  });

  it("may go on while nobody looks: what was signed before is compared with the record", async () => {
    await played();
    page.table.stop();
    await house.deal();
    await house.end();
    page = await come();
    expect(page.fair.lie).toBeNull();
    expect(kept(id)?.heads.at(-1)?.size).toBe(house.size);
  });

  it("may lose the connection: what was missed is followed", async () => {
    await page.seals();
    const missed = [await house.close(), await house.tell({ name: "player_sat_out", seat: 2 })];
    page.socket.say({ type: "goodbye", reason: "restart" });
    await soon(() => expect(FakeSocket.all.at(-1)).not.toBe(page.socket));
    Object.assign(page, { socket: FakeSocket.all.at(-1) });
    const { version } = page;
    await page.come({}, false);
    page.version = version;
    const [first, last] = missed as [Told, Told];
    await page.hear({ events: first.events }); // only the last frame is signed
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    await page.hear(last);
    expect(page.fair.lie).toBeNull();
    expect(kept(id)?.heads.at(-1)?.size).toBe(house.size);
  });

  it("may change its signing key, if the old one signed the new one", async () => {
    await page.seals();
    await house.rotate();
    await page.hear(await house.close());
    await page.opens();
    page.table.stop();
    page = await come();
    expect(page.fair.lie).toBeNull();
    await page.hear(await house.deal());
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "proved" });
  });

  it("tells of a restore as such, not as a lie", async () => {
    await played();
    page.table.stop();
    const { key } = house;
    const before = house.size;
    house = await House.of(`casinowar/here/s2/${id}`, key);
    await house.commit();
    page = await come();
    expect([page.fair.lie, page.fair.restored]).toEqual([null, true]);
    expect(kept(id)?.before?.head.size).toBe(before);
    await played();
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "proved" });
  });

  it("is not a liar because another tab was told first", async () => {
    const ahead = await house.tell({ name: "player_sat_out", seat: 2 });
    keepHead(id, house.origin, { ...ahead.head, shoe: 1, at: Date.now() });
    await page.hear(ahead);
    expect(page.fair.lie).toBeNull();
  });
});

describe("the mark at the shoe", () => {
  const mark = (): unknown => page.fair.mark && [page.fair.mark.state, page.fair.mark.shoe];

  it("goes from mixing to sealed to proved, and on to the next shoe", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(page.fair.mark).toEqual({ state: "mix", shoe: 1, have: 1, of: 3, over: false });
    await page.seals();
    expect(page.fair.mark).toEqual({ state: "mix", shoe: 1, have: 2, of: 3, over: false });
    await page.hear(await house.close());
    expect(mark()).toEqual(["sealed", 1]);
    await page.opens();
    await page.hear(await house.deal());
    expect(mark()).toEqual(["sealed", 1]);
    await page.hear(await house.end());
    vi.useRealTimers();
    await page.hear({ events: [], head: await house.head() });
    expect(mark()).toEqual(["mix", 2]); // until it is checked
  });

  it("says proved for some seconds, and not proved for good", async () => {
    await played();
    await page.hear(await house.end());
    await page.verdict();
    expect(mark()).toEqual(["proved", 1]);
    const wait = { who: "seat 2", what: "contribution", left_ms: 5000, away: false };
    page.socket.say({ type: "waits", waits: [wait] });
    expect(mark()).toEqual(["mix", 2]); // somebody is waited for: that comes first
    page.socket.say({ type: "waits", waits: [] });
    page.fair.news = null; // the time is over
    expect(mark()).toEqual(["mix", 2]);
    const told = await house.close();
    await page.hear({ ...told, events: told.events.slice(1) });
    expect(mark()).toEqual(["not", 2]);
  });

  it("says that the house alone sealed it where nobody opened anything", async () => {
    await page.seals();
    await page.hear(await house.close());
    await page.hear(await house.deal());
    expect(mark()).toEqual(["house", 1]);
  });

  it("says so at once where nobody contributed", async () => {
    await page.hear(await house.close());
    expect(mark()).toEqual(["house", 1]);
  });
});

describe("shoes of past rounds", () => {
  const shoe = (state: RoundShoe["state"], contributors = 2): RoundShoe => ({
    ...{ number: 1, state, contributors, withheld: 0, real: false },
  });
  const checkedBy = (records: () => Promise<string>): Checked => new Checked(records);

  it("are checked by the page itself, once they have ended", async () => {
    await played();
    await house.end();
    let asked = 0;
    const checked = checkedBy(() => ((asked += 1), house.record(1)));
    expect(checked.mark("far", shoe("revealed"))).toBe("ended");
    checked.want("far", shoe("revealed"));
    checked.want("far", shoe("revealed"));
    await soon(() => expect(checked.mark("far", shoe("revealed"))).toBe("proved"));
    expect(asked).toBe(1);
  });

  it("are not proved if the record contradicts the heads that were kept", async () => {
    const other = house.fork();
    await played();
    await other.close();
    await other.deal(30);
    await other.end();
    const checked = checkedBy(() => other.record(1));
    checked.want(id, shoe("revealed"));
    await soon(() => expect(checked.mark(id, shoe("revealed"))).toBe("not"));
  });

  it("are what this page found at the table, without asking again", async () => {
    await played(() => house.deal(10, (card, at) => (at ? card : card === "As" ? "2c" : "As")));
    await page.hear(await house.end());
    await page.verdict();
    const checked = checkedBy(() => Promise.reject(new Error("asked")));
    checked.want(id, shoe("revealed"));
    expect(checked.mark(id, shoe("revealed"))).toBe("not");
  });

  it("claim no more than the service says, and nothing without sealed shoes", () => {
    const checked = checkedBy(() => Promise.reject(new Error("asked")));
    expect(checked.mark("far", shoe("sealed"))).toBe("sealed");
    expect(checked.mark("far", shoe("sealed", 0))).toBe("house");
    expect(checked.mark("far", shoe("revealed", 0))).toBe("house");
    expect(checked.mark(null, shoe("revealed"))).toBe("ended");
    expect(checked.mark("far", shoe(null))).toBeNull();
  });

  it("prove nothing if the record cannot be had", async () => {
    const checked = checkedBy(() => Promise.reject(new Error("gone")));
    checked.want("far", shoe("revealed"));
    await soon(() => expect(checked.of("far", 1)).toBe("unknown"));
    expect(checked.mark("far", shoe("revealed"))).toBe("ended");
  });
});

describe("a table without sealed shoes", () => {
  it("claims nothing, and nothing is contributed", async () => {
    page.table.stop();
    page = new Page();
    await page.come(null);
    await page.offer("seal_contribution");
    await page.hear({ events: (await house.tell({ name: "cards_shuffled" })).events });
    expect([page.fair.on, page.fair.lie]).toEqual([false, null]);
    expect(page.gave("seal_contribution")).toBeUndefined();
  });
});

describe("a browser that cannot check signatures", () => {
  it("contributes nothing and accuses nobody", async () => {
    const { subtle } = crypto;
    vi.stubGlobal("crypto", {
      getRandomValues: crypto.getRandomValues.bind(crypto),
      subtle: {
        digest: subtle.digest.bind(subtle),
        sign: subtle.sign.bind(subtle),
        importKey: () => Promise.reject(new DOMException("", "NotSupportedError")),
      },
    });
    page.table.stop();
    page = new Page();
    await page.come();
    await page.offer("seal_contribution");
    expect([page.fair.able, page.fair.lie]).toEqual([false, null]);
    expect(page.gave("seal_contribution")).toBeUndefined();
  });
});

describe("opening nothing without a signature", () => {
  it("stays closed if one's own commitment is not in the log", async () => {
    await page.offer("seal_contribution");
    await page.accept(); // it says so, and leaves it out
    await page.hear(await house.close());
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    expect(page.fair.held).toBe("left_out");
  });

  it("stays closed if the log has another commitment for the seat", async () => {
    await page.offer("seal_contribution");
    await page.hear(await house.seal(MINE, "0".repeat(64)));
    await page.hear(await house.close());
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    expect(page.fair.held).toBe("left_out");
  });

  it("stays closed before the contributions are closed", async () => {
    await page.seals();
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
  });

  it("stays closed if the head over it is not signed", async () => {
    await page.seals();
    const told = await house.close();
    const signature = (await house.head(1)).signature;
    await page.hear({ ...told, head: { ...told.head, signature } });
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    expect(page.fair.lie?.why).toBe("signature");
  });

  it("stays closed after a reload if the record leaves it out", async () => {
    await page.offer("seal_contribution");
    await page.accept();
    await page.hear(await house.close());
    page.table.stop();
    page = await come();
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    expect(page.fair.held).toBe("left_out");
  });

  it("stays closed if the value is lost", async () => {
    await page.seals();
    await page.hear(await house.close());
    localStorage.removeItem(`casinowar.log.${id}`);
    page.table.stop();
    page = await come();
    await page.offer("open_contribution");
    expect(page.gave("open_contribution")).toBeUndefined();
    expect(page.fair.held).toBe("lost");
  });
});

describe("a lie about the log", () => {
  it("is an event that was changed", async () => {
    const told = await house.close();
    const [first, ...rest] = told.events;
    await page.hear({
      ...told,
      events: [{ ...first, cards: 104 } as typeof first & object, ...rest],
    });
    expect(page.fair.lie?.why).toBe("events");
  });

  it("is an event that was left out", async () => {
    const told = await house.close();
    await page.hear({ ...told, events: told.events.slice(1) });
    expect(page.fair.lie?.why).toBe("events");
  });

  it("is a signature of somebody else", async () => {
    house.key = await newKey();
    await page.hear(await house.close());
    expect(page.fair.lie?.why).toBe("key");
  });

  it("is a signature over something else", async () => {
    const told = await house.close();
    await page.hear({
      ...told,
      head: { ...told.head, signature: (await house.head(1)).signature },
    });
    expect(page.fair.lie?.why).toBe("signature");
  });

  it("is an event without a signed head", async () => {
    const { events } = await house.close();
    await page.hear({ events });
    expect(page.fair.lie?.why).toBe("unsigned");
  });

  it("is a log that ends before what was signed, after a reload", async () => {
    const before = house.fork();
    await played();
    page.table.stop();
    house = before;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    page = await come();
    vi.useRealTimers();
    expect(page.fair.lie?.why).toBe("truncated");
  });

  it("is a log that ends before what was signed, after a lost connection", async () => {
    const before = house.fork();
    await page.seals();
    house = before;
    await page.come();
    expect(page.fair.lie?.why).toBe("truncated");
  });

  it("is another log after a reload: the same length", async () => {
    const other = house.fork();
    await page.hear(await house.tell({ name: "player_sat_out", seat: 2 }));
    page.table.stop();
    house = other;
    await house.tell({ name: "player_returned", seat: 2 });
    page = await come();
    expect(page.fair.lie?.why).toBe("fork");
  });

  it("is another log after a reload: longer", async () => {
    const other = house.fork();
    await page.hear(await house.tell({ name: "player_sat_out", seat: 2 }));
    page.table.stop();
    house = other;
    await house.tell({ name: "player_returned", seat: 2 }, { name: "player_returned", seat: 4 });
    page = await come();
    expect(page.fair.lie?.why).toBe("fork");
  });

  it("is another log, some shoes later", async () => {
    const other = house.fork();
    await played();
    page.table.stop();
    house = other;
    for (let shoe = 0; shoe < 2; shoe += 1) {
      await house.close();
      await house.deal(20);
      await house.end();
    }
    page = await come();
    expect(page.fair.lie?.why).toBe("fork");
  });

  it("is another log in another tab", async () => {
    const other = house.fork();
    const here = await house.tell({ name: "player_sat_out", seat: 2 });
    const there = await other.tell({ name: "player_returned", seat: 2 });
    keepHead(id, house.origin, { ...there.head, shoe: 1, at: Date.now() });
    await page.hear(here);
    expect(page.fair.lie?.why).toBe("fork");
  });

  it("is a second list of events for what was missed", async () => {
    const other = house.fork();
    await other.tell({ name: "player_sat_out", seat: 2 });
    const { events } = await house.tell({ name: "player_returned", seat: 2 });
    const { version } = page;
    await page.come({ head: await other.head() }, false);
    page.version = version;
    await page.hear({ events });
    expect(page.fair.lie?.why).toBe("fork");
  });

  it("is a new key with a signature that is not the old one's", async () => {
    page.table.stop();
    const [first] = house.keys;
    house.key = await newKey();
    house.keys = [
      first as { key: string },
      { key: house.key.name, signature: (await house.head()).signature },
    ];
    page = await come();
    expect(page.fair.lie?.why).toBe("key");
  });

  it("is a new key that the old one did not sign", async () => {
    page.table.stop();
    house.key = await newKey();
    house.keys = [{ key: house.key.name }];
    page = await come();
    expect(page.fair.lie?.why).toBe("key");
  });

  it("is kept: the shoe is not proved, and nothing is contributed any more", async () => {
    const told = await house.seal(OTHER, "1".repeat(64));
    await page.hear({ ...told, events: [] });
    expect(page.fair.verdictOn(1)).toMatchObject({ state: "not", why: "events" });
    await page.offer("seal_contribution");
    expect(page.gave("seal_contribution")).toBeUndefined();
    expect(kept(id)?.verdicts).toMatchObject([{ shoe: 1, state: "not" }]);
  });
});

describe("a lie about the shoe", () => {
  it.each<[string, string, () => Promise<void>]>([
    [
      "one card exchanged",
      "card",
      async () =>
        played(() =>
          house.deal(10, (card, at) => (at === 4 ? (card === "As" ? "2c" : "As") : card)),
        ),
    ],
    [
      "a seed of another shoe",
      "seed",
      async () => {
        await played();
        house.seed = new Uint8Array(32);
      },
    ],
    ["a cut that was moved", "card", async () => played(() => ((house.cut = 21), house.deal()))],
  ])("is found when it ends: %s", async (_, why, lie) => {
    await lie();
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "not", why });
    expect(page.fair.news?.state).toBe("not");
  });

  it("is found when it ends: a contribution that was dropped, and the rest signed again", async () => {
    await page.seals();
    await page.hear(await house.close());
    await page.offer("open_contribution");
    await page.accept(); // it says so, and drops it
    await page.hear(await house.deal());
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "not", why: "left_out" });
  });

  it("is found when it ends: a record that is not what was told", async () => {
    const other = house.fork();
    await played();
    page.records = async (shoe) => other.record(shoe);
    await other.close();
    await other.deal();
    await other.end();
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "not", why: "head" });
  });

  it("is found when it ends: the record of another table", async () => {
    const other = await House.of("casinowar/here/s1/other", house.key);
    await other.commit();
    await other.close();
    await other.deal();
    await other.end();
    page.records = async (shoe) => other.record(shoe);
    await played();
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "not", why: "other" });
  });

  it("is found when it ends: a record without the seed", async () => {
    await played();
    const open = await house.record(1);
    page.records = () => Promise.resolve(open);
    await page.hear(await house.end());
    expect(await page.verdict()).toMatchObject({ state: "not", why: "seed" });
  });
});

describe("a seed that is overdue", () => {
  it("is an alarm, as the service says", async () => {
    page.table.stop();
    page = new Page();
    await page.come({ overdue: { shoe: 3, last_ms: 0 } });
    expect(page.fair.overdue).toBe(3);
  });
});

describe("what is kept", () => {
  it("is bounded: one head for each of the last shoes, and so many tables", async () => {
    for (let shoe = 1; shoe <= 9; shoe += 1) {
      await page.hear(await house.close());
      await page.hear(await house.deal());
      await page.hear(await house.end());
      await page.verdict(shoe);
    }
    expect(kept(id)?.heads.map((head) => head.shoe)).toEqual([5, 6, 7, 8, 9, 10]);
    for (let other = 0; other < 25; other += 1) {
      id = `many${other}`;
      page.table.stop();
      page = await come();
    }
    expect(kept("many0")).toBeNull();
    expect(kept("many24")).not.toBeNull();
  });
});
