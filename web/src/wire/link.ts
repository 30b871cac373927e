/**
 * The socket of one table: hello, commands under ids, and healing after a lost connection.
 *
 * A command keeps its id until it is answered: after a reconnection it is sent again, and the
 * service gives the same answer, however often it was asked. Events come in order and only once.
 */

import { newId } from "../lib/id";
import type {
  Bets,
  ClientFrame,
  Command,
  CommandFrame,
  Countdown,
  Event,
  EventsFrame,
  GoodbyeFrame,
  NoticeFrame,
  Offer,
  PeopleFrame,
  Phase,
  Phrase,
  RealityCheckFrame,
  SaidFrame,
  SayFrame,
  ServerFrame,
  TableInfo,
  Stopped,
  View,
  WelcomeFrame,
} from "../protocol";

export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly cites?: string;
  readonly until_ms?: number;
}
type AnswerFrame = Extract<ServerFrame, { type: "answer" }>;
export type Answer = { readonly ok: true } | Refused;

/** The messages for a table page. */
export interface Listener {
  /** Welcome; `missed`: the number of events since the last one that this page received. */
  welcomed(frame: WelcomeFrame, again: boolean, missed: number): void;
  happened(
    events: readonly Event[],
    phase: Phase,
    waits: readonly Countdown[],
    missed: boolean,
    head?: EventsFrame["head"],
  ): void;
  /** The view after the missed events. */
  seen(view: View): void;
  waits(waits: readonly Countdown[]): void;
  /** The current offers and, while bets are open, the possible bets by seat. */
  offered(offers: readonly Offer[], bets?: readonly Bets[]): void;
  /** A break, an exclusion or a limit begins or ends. */
  stopped(stopped: Stopped | null): void;
  reminded(frame: RealityCheckFrame): void;
  /** Its owner has changed the table. */
  changed(table: TableInfo): void;
  people(frame: PeopleFrame): void;
  said(frame: SaidFrame): void;
  /** An act of the owner or the floor that concerns this person. */
  noticed(frame: NoticeFrame): void;
  /** The connection is lost; the time of the next attempt (milliseconds), or none. */
  lost(nextTry: number): void;
  /** The next attempt is under way. */
  trying(): void;
  ended(reason: Ended): void;
}
export type Ended = GoodbyeFrame["reason"] | "refused";

/** Sockets and time, which a test can replace. */
export interface Surroundings {
  open(address: string): SocketLike;
  now(): number;
  later(run: () => void, ms: number): number;
  cancel(timer: number): void;
  id(): string;
}
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((closed: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

const WAITS_MS = [500, 1000, 2000, 4000, 8000];
/** The interval of pings, and the longest silence after one. */
const CALM = { ping: 4000, silence: 4000 };
const HURRIED = { ping: 1000, silence: 1500 }; // noticed within 3 seconds
const UNSAID: Refused = { ok: false, code: "socket/lost", message: "" };
const FINAL: readonly Ended[] = ["taken_over", "signed_out", "session_expired"];

interface Pending {
  readonly frame: CommandFrame | SayFrame;
  readonly done: (answer: Answer) => void;
}

export class TableLink {
  #socket: SocketLike | null = null;
  #last: number | null = null; // the last event that was passed on
  #stream = ""; // the history that it counts in
  #pending = new Map<string, Pending>();
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #waiting = 0; // when the unanswered ping was sent; 0: none
  #pace = CALM;
  #welcomed = false;
  #greetedBefore = false;
  #stopped = false;
  #ask = "";

  constructor(
    readonly address: string,
    readonly listener: Listener,
    readonly around: Surroundings = BROWSER,
    /** Whether the whole view is sent after every change: staff see more than events tell. */
    readonly views = false,
  ) {}

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.#stopped = false;
    this.#open();
  }

  /** Leave the table's socket for good. */
  stop(): void {
    this.#stopped = true;
    this.around.cancel(this.#timer);
    this.around.cancel(this.#pulse);
    this.#drop();
  }

  /** Try at once instead of waiting. */
  retryNow(): void {
    if (this.#stopped || this.#socket !== null) return;
    this.around.cancel(this.#timer);
    this.#open();
  }

  /** Give a command; the answer comes once, also after a lost connection. */
  give(command: Command, more: { face?: string; reason?: string } = {}): Promise<Answer> {
    return this.#give({ type: "command", id: this.around.id(), command, ...more });
  }

  /** Say a phrase to everybody at the table; without a connection it is dropped. */
  say(phrase: Phrase): Promise<Answer> {
    if (!this.#welcomed) return Promise.resolve(UNSAID);
    return this.#give({ type: "say", id: this.around.id(), phrase });
  }

  #give(frame: Pending["frame"]): Promise<Answer> {
    return new Promise((done) => {
      this.#pending.set(frame.id, { frame, done });
      if (this.#welcomed) this.#send(frame);
    });
  }

  #open(): void {
    if (this.#tries > 0) this.listener.trying();
    const socket = this.around.open(this.address);
    this.#socket = socket;
    this.#welcomed = false;
    this.#waiting = this.around.now();
    socket.onopen = () => {
      const last = this.#last === null ? {} : { last: this.#last, stream: this.#stream };
      const views = this.views ? { views: true } : {};
      // what a page contributes to a shuffle needs WebCrypto, which needs a secure address
      const contributes = !this.views && "subtle" in crypto;
      this.#send({ type: "hello", offers: true, people: true, contributes, ...views, ...last });
    };
    socket.onmessage = ({ data }) => {
      this.#waiting = 0;
      this.#receive(JSON.parse(String(data)) as ServerFrame);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#lost();
    };
    this.#beat(socket);
  }

  #beat(socket: SocketLike): void {
    this.around.cancel(this.#pulse);
    this.#pulse = this.around.later(() => {
      if (this.#socket !== socket || this.#stopped) return;
      const now = this.around.now();
      if (this.#waiting && now - this.#waiting >= this.#pace.silence) return this.broken();
      if (this.#welcomed) this.#send({ type: "ping" });
      this.#waiting ||= now;
      this.#beat(socket);
    }, this.#pace.ping);
  }

  /** Notice a silent service sooner: the player has a wager or a decision. */
  hurry(on: boolean): void {
    const pace = on ? HURRIED : CALM;
    if (pace === this.#pace) return;
    this.#pace = pace;
    if (this.#socket !== null) this.#beat(this.#socket);
  }

  /** Treat the connection as lost, whatever the state of the socket. */
  broken(): void {
    if (this.#stopped || this.#socket === null) return;
    this.#drop();
    this.#lost();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lost(): void {
    this.#welcomed = false;
    for (const [id, { frame, done }] of this.#pending)
      if (frame.type === "say") {
        this.#pending.delete(id);
        done(UNSAID);
      }
    if (this.#stopped) return;
    const wait = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? 8000;
    this.#tries += 1;
    this.listener.lost(this.around.now() + wait);
    this.#timer = this.around.later(() => this.#open(), wait);
  }

  /** Disconnect for good, with a reason. */
  end(reason: Ended): void {
    this.stop();
    const refusal: Refused = { ok: false, code: `socket/${reason}`, message: "" };
    for (const { done } of this.#pending.values()) done(refusal);
    this.#pending.clear();
    this.listener.ended(reason);
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case "welcome":
        this.#greet(frame);
        break;
      case "events":
        this.#events(frame);
        break;
      case "view":
        this.listener.seen(frame.view);
        break;
      case "waits":
        this.listener.waits(frame.waits);
        break;
      case "offers":
        this.listener.offered(frame.offers, frame.bets);
        break;
      case "stopped":
        this.listener.stopped(frame.stopped);
        break;
      case "reality_check":
        this.listener.reminded(frame);
        break;
      case "table":
        this.listener.changed(frame.table);
        break;
      case "people":
        this.listener.people(frame);
        break;
      case "said":
        this.listener.said(frame);
        break;
      case "notice":
        this.listener.noticed(frame);
        break;
      case "answer":
        this.#answer(frame);
        break;
      case "goodbye":
        this.#goodbye(frame.reason);
        break;
    }
  }

  #greet(frame: WelcomeFrame): void {
    this.#tries = 0;
    this.#welcomed = true;
    const again = this.#greetedBefore;
    this.#greetedBefore = true;
    const missed = this.#last === null ? 0 : Math.max(0, frame.version - this.#last);
    if (frame.view !== undefined) this.#last = frame.version;
    this.#stream = frame.stream;
    this.#ask = "";
    this.listener.welcomed(frame, again, missed);
    if (frame.view === undefined) {
      // the missed events follow; the view after them is requested
      this.#ask = this.around.id();
      this.#send({ type: "ask", id: this.#ask, ask: "view" });
    }
    for (const { frame: waiting } of this.#pending.values()) this.#send(waiting);
  }

  #events(frame: EventsFrame): void {
    const known = this.#last ?? frame.first - 1;
    const fresh = frame.events.slice(Math.max(0, known + 1 - frame.first));
    this.#last = Math.max(known, frame.version);
    this.listener.happened(fresh, frame.phase, frame.waits, this.#ask !== "", frame.head);
  }

  #answer(frame: AnswerFrame): void {
    if (frame.id === undefined) return; // for a message that could not be read
    if (frame.id === this.#ask) {
      this.#ask = "";
      if ("view" in frame) this.listener.seen(frame.view);
      return;
    }
    this.#pending.get(frame.id)?.done(frame);
    this.#pending.delete(frame.id);
  }

  #goodbye(reason: GoodbyeFrame["reason"]): void {
    if (FINAL.includes(reason)) this.end(reason);
    else this.broken();
  }
}

export const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address) as SocketLike,
  now: () => Date.now(),
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  id: newId,
};

/** The address of a table's socket. */
export function socketAddress(table: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
