/** One table as its page knows it: coming back, results that stay, refusals, and sessions that end. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import type { Countdown, Event, HandView, View } from "../src/protocol";
import { EXAMPLE } from "../src/reduce/example";
import { TableState } from "../src/state/table.svelte";
import { session } from "../src/state/session.svelte";
import { prefs } from "../src/state/prefs.svelte";
import { visit } from "../src/state/visit.svelte";
import { called, dealsAt, handOver } from "../src/words/call";
import { clockLater, stepNext } from "../src/words/dealt";

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  sent: { type: string; id?: string; command?: unknown }[] = [];
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket["sent"][number]);
  }
  close(): void {}
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const ME = "p_me";
let person = "";
let routes: Record<string, [number, unknown]>;
let table: TableState;
const socket = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

const lost: HandView = {
  ...(EXAMPLE.seats[0]?.hand as HandView),
  outcome: "lose",
  returned_cents: 0,
  card: "5s",
  movements: [],
};
const seated = (
  seat: number,
  player: string,
  hand: HandView | null = null,
): View["seats"][number] => ({
  seat,
  player,
  name: player,
  chips_cents: 90_000,
  sitting_out: false,
  you: player === person,
  hand,
});
function view(given: Partial<View> = {}): View {
  return {
    ...EXAMPLE,
    phase: "betting",
    round: 2,
    dealer: { name: "", card: null, war_cards: [] },
    seats: [seated(4, person), seated(5, "p_bo")],
    last_round: null,
    ...given,
  };
}
const over = (round: number, hand: HandView = lost): View["last_round"] => ({
  round,
  dealer: ["Qd"],
  seats: [
    { seat: 4, hand },
    { seat: 5, hand },
  ],
});
const event = (name: Event["name"], more: object = {}): Event =>
  ({ name, version: 1, cites: "", ...more }) as Event;
const placed = (seat: number): Event =>
  event("wager_placed", { seat, wager: "initial", side: null, amount_cents: 2500, form: "chips" });

function welcome(version: number, found?: View): void {
  socket().onopen?.();
  const info = {
    id: "t",
    settings: { house: "x" },
    title: "",
    phase: "betting",
    round: 1,
    rounds: "link-t",
    seats: 7,
    players: {},
    watching: 1,
    limits: {},
  };
  socket().say({
    type: "welcome",
    version,
    table: info,
    you: { person },
    waits: [],
    ...(found ? { view: found } : {}),
  });
}
const events = (first: number, ...all: Event[]): void => {
  const phase = all.at(-1)?.name === "table_closed" ? "closed" : "betting";
  const version = first + all.length - 1;
  socket().say({ type: "events", first, version, events: all, phase, waits: [] });
};
/** The table after events that are not told one by one. */
function became(found: View): void {
  table.shown.latest = found;
  table.shown.settle();
}
const offer = (...commands: string[]): void =>
  socket().say({ type: "offers", offers: commands.map((command) => ({ command, seat: 4 })) });
/** The connection breaks, and the next one is tried. */
async function cut(): Promise<void> {
  socket().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(600);
}
/** What was missed comes, and then the view after it. */
function caughtUp(version: number, found: View): void {
  const asked = socket().sent.findLast((one) => one.type === "ask");
  socket().say({ type: "answer", id: asked?.id, ok: true, version, view: found });
}
/** A round of mine that was lost, with its result in view. */
function finished(round: number, first = 6): void {
  became(view({ seats: [seated(4, person, lost), seated(5, "p_bo", lost)] }));
  events(first, event("round_completed", { round, reshuffle: false }));
  became(view({ last_round: over(round) }));
}
const listed = (round: number, more: object = {}): object => ({
  id: `link-t-${round}`,
  table: "t",
  round,
  hands: [
    {
      you: true,
      outcome: "lose",
      by_policy: false,
      net_cents: -2500,
      wagers: { initial: { staked_cents: 2500, returned_cents: 0 } },
      ...more,
    },
  ],
});

let people = 0;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  routes = {
    "/api/rounds": [200, { rounds: [] }],
    "/api/me": [200, { balance: { account_cents: 0, at_tables_cents: 0 } }],
    "/api/houses/x": [404, {}],
    "/api/tables/t": [200, {}],
  };
  vi.stubGlobal("fetch", (path: string) => {
    const [status, body] = routes[path.split("?")[0] as string] ?? [404, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  FakeSocket.all = [];
  person = `${ME}${(people += 1)}`; // everybody's visit is their own
  session.forget(); // other files leave somebody behind
  table = new TableState("t");
  visit.of(person);
  await table.start();
  welcome(5, view());
});
afterEach(() => {
  table.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a newcomer, for whom the dealer cuts", () => {
  const given = (command: string): number =>
    socket().sent.filter((one) => (one.command as { command?: string })?.command === command)
      .length;
  const answered = (): void =>
    socket().say({ type: "answer", id: socket().sent.at(-1)?.id, ok: true, first: 6, version: 6 });

  // before, the cut was refused only if it was offered while the chips were brought
  it("is not asked to cut, however late the cut is offered", async () => {
    const sitting = table.seat.sit(4, 0, true);
    await vi.advanceTimersByTimeAsync(0);
    answered();
    await sitting;
    became(view({ phase: "load" }));
    expect(given("refuse_cut")).toBe(0);
    offer("take_cut", "refuse_cut");
    offer("take_cut", "refuse_cut", "buy_chips");
    expect([given("refuse_cut"), table.seat.refusesCut]).toEqual([1, true]);
    expect(table.scene).not.toBe("cut");
    offer("place_wagers");
    expect(table.seat.refusesCut).toBe(false); // the next one is theirs
    offer("take_cut", "refuse_cut");
    expect([given("refuse_cut"), table.scene]).toEqual([1, "cut"]);
  });
});

describe("coming back", () => {
  it("does not show the old round under a new question", async () => {
    finished(1);
    expect(table.shown.held).toBe(true);
    await cut();
    const asked = view({
      phase: "decide",
      round: 3,
      seats: [seated(4, person, { ...lost, outcome: null, status: "asked", card: "Kd" })],
      dealer: { name: "", card: "Ks", war_cards: [] },
      last_round: over(1),
    });
    welcome(9);
    offer("go_to_war");
    expect(table.scene).toBe("loading"); // the question waits for its cards
    events(
      7,
      placed(4),
      event("no_more_bets", { round: 3 }),
      event("card_dealt", { seat: 4, card: "Kd" }),
    );
    caughtUp(9, asked);
    expect(table.scene).toBe("choice");
    expect(table.shown.board?.dealer).toEqual(["Ks"]);
    expect(table.seat.place?.cards).toEqual(["Kd"]);
  });
  it("does not show it either when the welcome has the view", async () => {
    finished(1);
    await cut();
    welcome(
      90,
      view({
        phase: "decide",
        seats: [seated(4, person, { ...lost, outcome: null, card: "Kd" })],
        last_round: over(1),
      }),
    );
    expect(table.shown.held).toBe(false);
    expect(table.connection.back).toMatchObject({ steps: 84 });
  });
  it("keeps the result in view if nothing happened", async () => {
    finished(1);
    await cut();
    welcome(6);
    caughtUp(6, view({ last_round: over(1) }));
    expect(table.scene).toBe("settled");
    expect(table.connection.back).toMatchObject({ steps: 0, decided: [] });
  });
  it("tells of a round that was decided meanwhile, and counts it once", async () => {
    finished(1);
    await cut();
    routes["/api/rounds"] = [
      200,
      {
        rounds: [listed(2, { net_cents: -1250, outcome: "surrender", by_policy: true }), listed(1)],
      },
    ];
    welcome(
      90,
      view({
        round: 3,
        last_round: over(2, { ...lost, outcome: "surrender", returned_cents: 1250 }),
      }),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(table.scene).toBe("settled");
    expect(table.seat.place?.netCents).toBe(-1250);
    expect(table.shown.byPolicy).toBe(true);
    expect(table.past.last).toMatchObject({ netCents: -1250 });
    expect(table.past.beads.map((one) => one.kind)).toEqual(["L", "S"]);
    expect(table.connection.back?.decided).toMatchObject([
      { round: 2, netCents: -1250, byPolicy: true },
    ]);
    expect([visit.rounds, visit.netCents]).toEqual([2, -3750]);
  });

  /** A hand of mine that is asked to choose, in this round. */
  const inPlay = (round: number): View =>
    view({
      phase: "decide",
      round,
      seats: [seated(4, person, { ...lost, outcome: null, card: "Kd" }), seated(5, "p_bo")],
      last_round: over(round - 1),
    });
  const listing = (...rounds: number[]): void => {
    routes["/api/rounds"] = [200, { rounds: rounds.map((round) => listed(round)) }];
  };
  /** Another room, and back: the same visit, a table that is heard of anew. */
  async function throughTheLobby(found: View): Promise<void> {
    table.stop();
    table = new TableState("t");
    await table.start();
    welcome(90, found);
    await vi.advanceTimersByTimeAsync(1);
  }
  // before, a round that was listed counted as one whose result had been seen
  it("shows the result although the list of rounds comes before the view", async () => {
    became(inPlay(2));
    listing(2);
    await cut();
    welcome(9);
    await vi.advanceTimersByTimeAsync(1); // the list
    expect(visit.rounds).toBe(1);
    caughtUp(9, view({ round: 3, last_round: over(2) }));
    expect([table.scene, table.seat.place?.netCents]).toEqual(["settled", -2500]);
    expect([visit.rounds, table.past.beads.length]).toEqual([1, 1]);
  });
  // before, only a connection that was lost and found showed what was decided meanwhile
  it("shows the result of a hand that was decided in another room, and shows it once", async () => {
    became(inPlay(2));
    listing(2);
    await throughTheLobby(view({ round: 3, last_round: over(2) }));
    expect([table.scene, table.seat.place?.netCents]).toEqual(["settled", -2500]);
    expect([visit.rounds, visit.netCents, table.past.beads.length]).toEqual([1, -2500, 1]);
    await throughTheLobby(view({ round: 3, last_round: over(2) }));
    expect(table.shown.held).toBe(false);
  });
  it("shows it for a while before the cards are cut", async () => {
    became(inPlay(2));
    await throughTheLobby(view({ phase: "cut_offered", round: 3, last_round: over(2) }));
    offer("take_cut", "refuse_cut");
    for (let second = 0; second < 4; second += 1) {
      expect(table.scene).toBe("settled");
      await vi.advanceTimersByTimeAsync(1000);
      socket().say({ type: "waits", waits: [] }); // the service is there
    }
    expect(table.scene).toBe("cut");
  });
  it("does not show it over the cards of the next round", async () => {
    became(inPlay(2));
    const others = [seated(4, person), seated(5, "p_bo", { ...lost, outcome: null })];
    await throughTheLobby(view({ phase: "deal", round: 3, seats: others, last_round: over(2) }));
    expect(table.shown.held).toBe(false);
  });
  // before, a round that was played again under its old id was not counted
  it("counts from new after a restore, when ids of rounds come again", async () => {
    finished(1);
    finished(2, 7);
    expect([visit.rounds, table.past.beads.length]).toEqual([2, 2]);
    listing(1);
    await cut();
    welcome(5, view({ last_round: over(1) }));
    socket().say({ type: "notice", notice: "restored" });
    await vi.advanceTimersByTimeAsync(1);
    expect([visit.rounds, visit.netCents, table.past.beads.length]).toEqual([0, 0, 1]);
    finished(2);
    expect([visit.rounds, visit.netCents, table.past.beads.length]).toEqual([1, -2500, 2]);
  });
  it("does not show what was played at the seat before it was one's own", async () => {
    table.stop();
    person = `${person}-later`;
    const taken = view({ last_round: over(1) });
    await throughTheLobby(view({ seats: [seated(5, "p_bo")], last_round: over(1) }));
    events(91, event("seat_taken", { seat: 4, player: person, player_name: "" }));
    became(taken);
    expect(table.shown.held).toBe(false);
    await throughTheLobby(taken);
    expect(table.shown.held).toBe(false);
    await throughTheLobby(view({ seats: [seated(5, "p_bo")], last_round: over(2) }));
    await throughTheLobby(view({ last_round: over(2) })); // a seat that is taken again
    expect(table.shown.held).toBe(false);
  });
});

describe("a table where one does not sit", () => {
  it("offers no seat before it is known what the house asks and what the account holds", async () => {
    table.shown.view = view({ seats: [] });
    expect(table.scene).toBe("loading");
    table.house = {} as never;
    table.seat.counted = false;
    expect(table.scene).toBe("loading");
    await table.seat.account();
    expect(table.scene).toBe("sit");
  });
});

describe("a result", () => {
  // before, the new bet lay beside the old cards
  it("stays when another player bets, whose bet waits, and goes when no more bets are taken", () => {
    finished(1);
    events(7, placed(5));
    expect(table.shown.held).toBe(true);
    const other = table.shown.board?.places.find((one) => one.seat === 5);
    expect([other?.hand?.outcome, other?.cards, other?.nextCents]).toEqual(["lose", ["5s"], 2500]);
    expect(other?.piles.first.cents).toBe(table.seat.place?.piles.first.cents);
    expect(table.seat.place?.hand?.outcome).toBe("lose");
    table.shown.why = { seat: 4, movement: 0 };
    events(8, event("no_more_bets", { round: 2 }));
    expect(table.shown.held).toBe(false);
    expect(table.shown.why).toBeNull();
    const now = table.shown.board?.places.find((one) => one.seat === 5);
    expect([now?.cards, now?.piles.first.cents, now?.nextCents]).toEqual([[], 2500, 0]);
  });
  const shows = (dealer: readonly string[], mine: Partial<HandView>, other: Partial<HandView>) => {
    const hand = (given: Partial<HandView>): HandView => ({ ...lost, racked: true, ...given });
    const round = {
      round: 1,
      dealer,
      seats: [
        { seat: 4, hand: hand(mine) },
        { seat: 5, hand: hand(other) },
      ],
    };
    table.shown.view = view({ last_round: round });
    table.shown.held = true;
    return called(table).text;
  };
  // before, these were announced as "Place your bets"
  it("is announced from the hand's outcome: a surrender while another is at war", () => {
    expect(
      shows(
        ["5d", "Qd"],
        { outcome: "surrender", card: "5s" },
        { outcome: "war_won", card: "5h", war_cards: ["Ks"] },
      ),
    ).toBe("Tie at 5. Surrendered.");
    expect(table.seat.place?.cards).toEqual([]); // although its cards are gone
  });
  it("is announced from the hand's outcome: a Tie wager alone", () => {
    const paid = {
      wager: "tie",
      action: "pay",
      amount_cents: 25_000,
      odds: "10:1",
      cites: "",
    } as never;
    const alone = { outcome: "none", initial_cents: 0, tie_cents: 2500 } as const;
    expect(shows(["5d"], { ...alone, movements: [paid] }, {})).toBe("Tie at 5. Your Tie bet wins.");
    expect(shows(["Qd"], { ...alone, movements: [] }, {})).toBe(
      "5 against queen: no tie. Your Tie bet loses.",
    );
  });
  it("goes with one's own next bet", () => {
    finished(1);
    events(7, placed(4));
    expect(table.shown.held).toBe(false);
  });
});

describe("what is said while a round is played", () => {
  const dealt = (name: "card_dealt" | "war_card_dealt", seat: number, card: string): string => {
    table.shown.playing = true;
    table.shown.said = event(name, { seat, card });
    return called(table).text;
  };
  it("says whose card it is", () => {
    expect(dealt("war_card_dealt", 4, "Js")).toBe("Your war card: jack");
    expect(dealt("war_card_dealt", 0, "9d")).toBe("The dealer's war card: 9");
    expect(dealt("war_card_dealt", 5, "Js")).toBe("p_bo: jack");
    expect(dealt("card_dealt", 4, "Js")).toBe("Your card: jack");
  });
  it("does not say of a hand that is over that the cards decide", () => {
    const open = { ...lost, outcome: null, status: "surrendering" } as HandView;
    expect(handOver(open)).toBe("You surrendered");
    expect(handOver({ ...lost, outcome: "surrender", returned_cents: 1250 })).toBe("−12.50");
    expect(handOver({ ...open, status: "at_war" })).toBe("");
  });
});

describe("the number of the shoe", () => {
  const during = (...names: Event["name"][]): number[] =>
    names.map((name) => {
      table.shown.step(event(name, { shoe: 1, seat: 4, cards: 60 }));
      return table.shown.shoe;
    });
  const cards = { ...EXAMPLE.shoe, decks: 6, size: 312, drawn: 0 };
  it("is that of the shoe that is loaded, from the first wash on", () => {
    became(view({ phase: "cut_offered", shoe: { ...cards, number: 0 } }));
    expect(table.shown.shoe).toBe(1);
    expect(during("cards_cut", "shoe_loaded", "card_burned")).toEqual([1, 1, 1]); // before: 2
  });
  it("is the next one's while that is shuffled and cut", () => {
    became(view({ shoe: { ...cards, number: 1, drawn: 280 } }));
    expect(table.shown.shoe).toBe(1);
    expect(during("cards_collected", "cards_shuffled", "cut_offered")).toEqual([2, 2, 2]); // 1
    became(view({ phase: "cut_offered", shoe: { ...cards, number: 1 } }));
    expect(table.shown.shoe).toBe(2);
  });
  it("is followed by a word when the cutting card comes out", () => {
    table.shown.playing = true;
    table.shown.said = event("cutting_card_reached");
    expect(called(table).text).toBe("The cutting card is out. Last round of this shoe.");
  });
});

describe("a network that is gone", () => {
  it("is noticed at once, and so is its return", async () => {
    expect(table.connection.status).toBe("live");
    window.dispatchEvent(new Event("offline"));
    expect([table.connection.status, FakeSocket.all.length]).toEqual(["lost", 1]);
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });
  it("is noticed within 3 seconds while the table waits for this player", async () => {
    offer("go_to_war", "surrender_hand");
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.connection.status).toBe("lost");
  });
});

describe("a balance", () => {
  it("that comes after signing out makes nobody of it", async () => {
    session.me = { person } as never;
    const asked = session.refresh();
    session.forget();
    await asked;
    expect(session.me).toBeNull();
  });
});

describe("burned cards", () => {
  const burn = event("card_burned", { burn: "war" });
  it("leave the felt with the round, also if the next bet is placed at once", () => {
    table.shown.view = view({ seats: [seated(4, person, lost)] });
    events(6, burn, burn, burn, event("round_completed", { round: 1, reshuffle: false }));
    expect([table.shown.held, table.shown.burned]).toEqual([true, 3]);
    events(10, placed(4));
    expect([table.shown.held, table.shown.burned]).toEqual([false, 0]);
  });
  it("of a war under way stay when somebody sits out", () => {
    table.shown.view = view({
      phase: "war_deal",
      seats: [seated(4, person), seated(5, "p_bo", lost)],
    });
    events(6, burn, event("player_sat_out", { seat: 4 }));
    expect(table.shown.burned).toBe(1);
  });
});

describe("a table where people deal", () => {
  let message = "";
  const waits = (what: string, who: string, left_ms: number | null): void =>
    table.waits([{ what, who, left_ms, message, cites: "" } as Countdown]);
  const opened = (runs_itself: boolean): void => {
    table.info = { ...table.info, settings: { house: "x", runs_itself } } as never;
    table.shown.view = view({ phase: "deal", dealer: { name: "Ana", card: null, war_cards: [] } });
  };
  it("says who deals, and that it goes on without the dealer", () => {
    opened(false);
    expect(dealsAt(table)).toBe("Dealer: Ana");
    message = "The next step is to deal a card to seat 3.";
    waits("step", "dealer", 60_000);
    expect(called(table)).toMatchObject({
      text: "Waiting for the dealer",
      then: "then the table continues by itself",
    });
    expect(stepNext(table)).toBe("Ana's next step: deal a card to seat 3.");
    message = "The next step is to have the floorperson verify the inspection.";
    waits("step", "floor", 60_000);
    expect(called(table).text).toBe("Waiting for the floor");
    expect(stepNext(table)).toBe("The floor's next step: verify the inspection.");
    // before the first wager no clock runs: seen to promise one before
    waits("step", "floor", null);
    expect(called(table)).toMatchObject({ text: "Waiting for the floor", then: "" });
    expect(stepNext(table)).toBe("The floor's next step: verify the inspection.");
    message = "The cards of this table are missing.";
    waits("step", "dealer", null); // nothing can be dealt
    expect([called(table).then, stepNext(table)]).toEqual(["", ""]);
    table.shown.view = view({ phase: "closed" });
    expect(dealsAt(table)).toBe("People deal");
  });
  it("promises no time without a clock while the dealer settles other hands", () => {
    opened(false);
    message = "The next step is to settle the hand of seat 5.";
    waits("step", "dealer", 60_000);
    expect(clockLater(table)).toBe(true);
    waits("choice", "seat 4", null); // alone, or at a table without clocks
    expect(clockLater(table)).toBe(false);
  });
  it("is not one that runs itself, whatever name the floor has opened it with", () => {
    opened(true);
    waits("step", "dealer", 60_000);
    expect([dealsAt(table), called(table).text, stepNext(table)]).toEqual([
      "House deals",
      "Dealing the cards",
      "",
    ]);
  });
});

describe("an answer by policy", () => {
  const tied = (first: number, called: boolean, seat = 4): void => {
    table.shown.view = view({ seats: [seated(4, person, lost), seated(5, "p_bo", lost)] });
    events(
      first,
      event("no_more_bets", { round: 2 }),
      event("surrender_chosen", { seat, called }),
      event("round_completed", { round: 2, reshuffle: false }),
    );
  };
  it("is told with the result, one's own answer and a neighbour's are not", () => {
    tied(6, true);
    expect([table.shown.held, table.shown.byPolicy]).toEqual([true, true]);
    tied(9, false);
    expect(table.shown.byPolicy).toBe(false);
    tied(12, true, 5);
    expect(table.shown.byPolicy).toBe(false);
  });
  it("is told when it was missed", async () => {
    await cut();
    welcome(8);
    events(
      6,
      event("no_more_bets", { round: 2 }),
      event("war_chosen", { seat: 4, war_cents: 2500, called: true }),
      event("round_completed", { round: 2, reshuffle: false }),
    );
    caughtUp(8, view({ round: 3, last_round: over(2) }));
    expect([table.scene, table.shown.byPolicy]).toEqual(["settled", true]);
  });
});

describe("a seat that is no longer one's own", () => {
  const left = event("seat_left", { seat: 4, player: "", chips_cents: 90_000 });
  const empty = (given: Partial<View> = {}): View => view({ seats: [seated(5, "p_bo")], ...given });
  it("was closed by the floor, even if it is open again", async () => {
    events(6, left, event("table_closed"));
    became(empty({ phase: "closed", seats: [] }));
    expect(table.seat.stood?.why).toBe("closed");
    events(8, event("table_opened"));
    became(empty());
    expect(table.seat.stood?.why).toBe("closed");
    events(9, event("seat_taken", { seat: 4, player: person, player_name: "" }));
    became(view());
    expect(table.seat.stood).toBeNull();
  });
  it("was kept for a while only", async () => {
    await cut();
    await vi.advanceTimersByTimeAsync(150_000);
    table.connection.retry();
    welcome(6);
    events(6, left);
    caughtUp(6, empty());
    expect(table.seat.stood?.why).toBe("away");
    expect(table.seat.stood?.awayMs).toBeGreaterThan(150_000);
  });
  it("may not be held any more", () => {
    events(6, left);
    became(empty());
    expect(table.seat.stood?.why).toBe("barred");
  });
  it("was taken by the floor, which says why", () => {
    const message = "The floor removed you from your seat (Behaviour).";
    socket().say({ type: "notice", notice: "stood_up", message });
    events(6, left);
    became(empty());
    expect(table.seat.stood).toMatchObject({ why: "stood_up", told: message });
  });
  it("is not explained to whoever left it", () => {
    void table.give({ command: "leave_seat", seat: 4 });
    events(6, left);
    became(empty());
    expect([table.seat.number, table.seat.stood]).toEqual([null, null]);
  });
  it("is remembered by a page that is loaded again", async () => {
    table.stop();
    table = new TableState("t");
    await table.start();
    welcome(9, empty());
    expect(table.seat.stood?.why).toBe("gone");
  });
  it("is remembered by a new tab, for the same person and once", async () => {
    const reopened = async (): Promise<void> => {
      table.stop();
      table = new TableState("t");
      await table.start();
      welcome(9, empty());
    };
    visit.left("t"); // a new tab knows nothing of the visit
    await reopened();
    expect(table.seat.stood?.why).toBe("gone");
    await reopened();
    expect(table.seat.stood).toBeNull();
    prefs.sits("p_bo", "t", "wisconsin");
    await reopened();
    expect(table.seat.stood).toBeNull();
    expect(prefs.house).toBe("wisconsin");
  });
});

describe("a visit", () => {
  it("goes on at another table, or at the same one after another room", async () => {
    finished(1);
    const since = visit.since;
    await vi.advanceTimersByTimeAsync(60_000);
    table.stop();
    routes["/api/rounds"] = [200, { rounds: [listed(2), listed(1)] }];
    table = new TableState("t");
    await table.start();
    expect([visit.since, visit.rounds, visit.netCents]).toEqual([since, 2, -5000]);
    expect(table.bets.last).toEqual({ first: 2500 });
  });
  // before, the list that came first began a visit of nobody's and wrote it over this one
  it("goes on after a reload, also if the list of rounds comes before the welcome", async () => {
    finished(1);
    table.stop();
    routes["/api/rounds"] = [200, { rounds: [listed(1)] }];
    vi.resetModules();
    const loaded = {
      ...(await import("../src/state/session.svelte")),
      ...(await import("../src/state/visit.svelte")),
      ...(await import("../src/state/table.svelte")),
    };
    loaded.session.me = { person } as never;
    const again = new loaded.TableState("t");
    await again.start();
    welcome(9, view());
    expect([loaded.visit.rounds, loaded.visit.netCents]).toEqual([1, -2500]);
    expect(again.past.beads).toHaveLength(1);
    again.stop();
  });
  it("does not count what was played before it", async () => {
    person = `${person}-later`;
    visit.of(person);
    routes["/api/rounds"] = [200, { rounds: [listed(2), listed(1)] }];
    table.stop();
    table = new TableState("t");
    await table.start();
    expect([visit.rounds, table.past.beads.length]).toEqual([0, 2]);
  });
});

describe("wagers that are placed", () => {
  it("in another window leave nothing that was only chosen here", async () => {
    table.bets.draft = { first: 5000, coupon: 500 };
    await cut();
    welcome(7, view({ seats: [seated(4, person, { ...lost, outcome: null })] }));
    expect(table.bets.draft).toEqual({});
    table.bets.change();
    await cut();
    welcome(7, view({ seats: [seated(4, person, { ...lost, outcome: null })] }));
    expect([table.bets.changing, table.bets.draft]).toEqual([true, { first: 2500 }]);
  });
  it("stay as they are when changing them is undone, and cannot be changed after no more bets", () => {
    table.shown.view = view({ seats: [seated(4, person, { ...lost, outcome: null })] });
    table.bets.change();
    expect([table.bets.changing, table.bets.draft]).toEqual([true, { first: 2500 }]);
    table.bets.clear();
    table.bets.undo();
    expect(table.bets.draft).toEqual({ first: 2500 });
    expect(table.bets.mayUndo).toBe(true);
    table.bets.undo();
    expect([table.bets.changing, table.bets.draft, table.bets.mayUndo]).toEqual([false, {}, false]);
    table.bets.change();
    table.bets.clear();
    events(6, event("no_more_bets", { round: 2 }));
    expect([table.bets.changing, table.bets.draft, table.bets.mayUndo]).toEqual([false, {}, false]);
  });
});

describe("a refusal", () => {
  async function refused(): Promise<void> {
    const answer = table.give({ command: "place_wagers", seat: 4, wagers: [] } as never, {
      first: 10_000,
    });
    socket().say({
      type: "answer",
      id: socket().sent.at(-1)?.id,
      ok: false,
      code: "limit/stake",
      message: "Too much.",
    });
    await answer;
  }
  it("gives way to the war question", async () => {
    await refused();
    expect(table.scene).toBe("refused");
    offer("go_to_war", "surrender_hand");
    expect(table.scene).toBe("choice");
    await refused();
    expect(table.scene).toBe("choice");
  });
  it("is over when no more bets are taken", async () => {
    await refused();
    events(6, event("no_more_bets", { round: 2 }));
    expect(table.bets.refusal).toBeNull();
  });
});

describe("a session that ended while the wire was cut", () => {
  it("is said, and the session is forgotten", async () => {
    session.me = { person } as never;
    routes["/api/tables/t"] = [401, { code: "session/ended", message: "" }];
    await cut();
    expect(table.connection.status).toBe("session_expired");
    expect(session.me).toBeNull();
  });
  it("is not thought of a service that has too much to do", async () => {
    routes["/api/tables/t"] = [429, { code: "service/too_many", message: "" }];
    await cut();
    expect(table.connection.status).toBe("lost");
  });
});
