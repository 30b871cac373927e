/**
 * Rounds by chance at every house, heard by the page of each of their players: what it says of each
 * wager is what `casinowar replay` says. Planted once and caught here: a stake counted as won, a Tie
 * bet on the war that costs nothing. Seen to fail on the page before: "Place your bets" for the result
 * of a hand that was decided before somebody else's war, others' money in the log without a name.
 */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import { chips } from "../src/lib/format";
import type { Bets, Countdown, Event, PlaceWagers, View } from "../src/protocol";
import { fault, nearest, betOn, type Draft } from "../src/reduce/bets";
import { beadOf, results } from "../src/reduce/board";
import type { Names } from "../src/reduce/table";
import { TableState } from "../src/state/table.svelte";
import { visit } from "../src/state/visit.svelte";
import { t } from "../src/words";
import { called } from "../src/words/call";
import { logLine } from "../src/words/log";

interface Replayed {
  readonly replayed: boolean;
  readonly seats: Readonly<
    Record<string, { outcome: string; net_cents: number; wagers: Record<string, number> }>
  >;
}
interface Told {
  readonly names: Names;
  readonly seats: number;
  readonly frames: readonly { events: Event[]; view: View; waits: Countdown[] }[];
  readonly rounds: Readonly<Record<string, Replayed>>;
  readonly tried: readonly { bets: Bets; bet: PlaceWagers; code: string | null }[];
}

// tests/web has the engine play them
const FILE = process.env.GENERATED ?? "";
const tables: Record<string, Told> = FILE ? JSON.parse(readFileSync(FILE, "utf-8")) : {};

/** The other end of the page's socket. */
class Service {
  static last: Service;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  constructor() {
    Service.last = this;
  }
  send(): void {}
  close(): void {}
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

/** The page of somebody who has been at the table from its beginning, frame after frame. */
async function* heard(told: Told, seat: number): AsyncIterable<[TableState, Told["frames"][0]]> {
  const person = `p_${seat}`;
  vi.stubGlobal("fetch", (path: string) => {
    const bodies: Record<string, object> = {
      "/api/rounds": { rounds: [] },
      "/api/balance": { account_cents: 0, at_tables_cents: 0 },
    };
    const body = bodies[path.split("?")[0] ?? ""];
    return Promise.resolve(new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 404 }));
  });
  visit.of(""); // everybody's visit is their own
  visit.of(person);
  const table = new TableState("t");
  await table.start();
  const [first, ...frames] = told.frames;
  let version = first?.events.length ?? 0;
  Service.last.onopen?.();
  Service.last.say({
    type: "welcome",
    version,
    table: { id: "t", settings: { house: "x" }, title: "", seats: told.seats, limits: {} },
    you: { person, seats: [] },
    waits: [],
    view: first?.view,
  });
  for (const frame of frames) {
    const { events, view, waits } = frame;
    Service.last.say({
      type: "events",
      first: version + 1,
      version: (version += events.length),
      events,
      phase: view.phase,
      waits,
    });
    yield [table, frame];
  }
  table.stop();
}

/** What the call says of an outcome; Tie alone has none of its own. */
const SAID: Readonly<Record<string, RegExp>> = {
  win: /beats/,
  lose: /loses to/,
  surrender: /[Ss]urrender/,
  war_won: /[Ww]ar won/,
  war_tied: /[Ww]ar tied/,
  war_lost: /[Ww]ar lost/,
  void: /void/i,
  none: /./,
};

const seatsOf = (told: Told): string[] => [
  ...new Set(Object.values(told.rounds).flatMap(({ seats }) => Object.keys(seats))),
];

describe.skipIf(!FILE)("the page of each player", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Service);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each(Object.keys(tables))("says at %s what replay says", async (name) => {
    const told = tables[name] as Told;
    for (const seat of seatsOf(told)) {
      let [sum, count] = [0, 0];
      const beads: unknown[] = [];
      for await (const [table, frame] of heard(told, Number(seat))) {
        const done = frame.events.find((event) => event.name === "round_completed");
        if (done === undefined) continue;
        const round = told.rounds[done.round] as Replayed;
        const own = round.seats[seat];
        const where = `round ${done.round}, seat ${seat}`;
        // what stands at every seat
        for (const place of table.shown.board?.places ?? []) {
          const theirs = round.seats[place.seat];
          expect(place.netCents, where).toBe(theirs?.net_cents ?? null);
          if (theirs && place.hand)
            expect(wagers(results(place.hand)), where).toEqual(theirs.wagers);
        }
        if (own === undefined) continue;
        // what is said of one's own hand
        [sum, count] = [sum + own.net_cents, count + 1];
        expect(table.past.last?.netCents, where).toBe(own.net_cents);
        expect(wagers(table.past.last?.results ?? []), where).toEqual(own.wagers);
        expect([visit.netCents, visit.rounds], where).toEqual([sum, count]);
        const tie = ["tie", "war_tie"].some((wager) => (own.wagers[wager] ?? 0) > 0);
        beads.push(beadOf(own.outcome, own.net_cents, tie));
        expect(table.past.beads, where).toEqual(beads);
        const said = called(table).text;
        expect(said, where).toMatch(SAID[own.outcome] as RegExp);
        expect([t.call.bets, t.call.firstBet], where).not.toContain(said);
      }
      expect(count).toBeGreaterThan(0);
    }
  });

  it.each(Object.keys(tables))(
    "knows at %s what may be bet, and why not, as the table does",
    (name) => {
      const told = tables[name] as Told;
      const kinds = new Set<string | undefined>();
      for (const { bets, bet, code } of told.tried) {
        const draft: Draft = {
          first: bet.initial_cents ?? 0,
          tie: bet.tie_cents ?? 0,
          ...Object.fromEntries(
            Object.entries(bet.sides ?? {}).map(([side, cents]) => [`side:${side}`, cents]),
          ),
        };
        const found = fault(draft, bets);
        expect(found?.kind, JSON.stringify({ bets, bet, code })).toBe(
          code ? KINDS[code] : undefined,
        );
        kinds.add(found?.kind);
        if (found && "area" in found) {
          const posted = betOn(bets, found.area);
          for (const cents of posted ? nearest(posted, draft[found.area] ?? 0) : [])
            expect(fault({ ...draft, [found.area]: cents }, bets)).not.toMatchObject({
              area: found.area,
            });
        }
      }
      expect(kinds.size).toBeGreaterThan(4); // of six, and null
    },
  );

  it.each(Object.keys(tables))("logs at %s whose money it is", (name) => {
    const told = tables[name] as Told;
    for (const own of seatsOf(told).map(Number)) {
      const won = new Map<number, number>();
      const who = (seat: number): string | null =>
        seat === own ? null : seat === 0 ? t.log.dealer : `Guest ${seat}`;
      for (const event of told.frames.flatMap(({ events }) => events)) {
        const line = logLine(event, told.names, who);
        if (line === null) continue;
        const others = [...line.text.matchAll(/Guest (\d)/g)].map(([, seat]) => Number(seat));
        if ("seat" in event && event.seat === own) expect(others, line.text).toEqual([]);
        if ("seat" in event && event.seat !== own && event.seat !== 0 && MONEY.has(event.name))
          expect(others, line.text).toEqual([event.seat]);
        if (line.amount !== null && line.seat !== null)
          won.set(line.seat, (won.get(line.seat) ?? 0) + line.amount);
        if ("amount_cents" in event && line.amount === null && MONEY.has(event.name))
          expect(line.text, event.name).toContain(chips(event.amount_cents));
      }
      for (const seat of seatsOf(told)) {
        const rounds = Object.values(told.rounds).filter((round) => round.seats[seat]);
        if (rounds.some((round) => round.seats[seat]?.outcome === "void")) continue; // taken back
        const net = rounds.reduce((sum, round) => sum + (round.seats[seat]?.net_cents ?? 0), 0);
        expect(won.get(Number(seat)), `seat ${seat}`).toBe(net);
      }
    }
  });
});

/** The table's refusals of a bet, as the page knows them before it is sent. */
const KINDS: Readonly<Record<string, string>> = {
  "wager/below_minimum": "below",
  "wager/above_maximum": "above",
  "wager/not_a_multiple": "step",
  "wager/first_needed": "first_needed",
  "chips/not_enough": "short",
};

/** Events that move somebody's chips. */
const MONEY: ReadonlySet<Event["name"]> = new Set([
  "chips_bought",
  "wager_placed",
  "wagers_taken_back",
  "wagers_returned",
  "wager_collected",
  "wager_paid",
  "wager_returned",
  "movement_reversed",
  "war_chosen",
  "war_matched",
  "war_tie_placed",
]);

const wagers = (found: readonly { wager: string; cents: number }[]): Record<string, number> =>
  Object.fromEntries(found.map(({ wager, cents }) => [wager, cents]));
