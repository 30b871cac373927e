/** The floor's desk, polled so that a call is seen within two seconds. */

import type { FloorDesk, FloorTable } from "../answers";
import { get, Problem } from "../wire/api";
import { session } from "./session.svelte";

const EVERY_MS = 1500; // the service answers 304 while nothing has changed
const HIDDEN_MS = 5000;
const SOUND = "casinowar.floor.sound";

class FloorState {
  desk = $state.raw<FloorDesk | null>(null);
  failed = $state(false);
  now = $state(Date.now()); // the service's time
  sound = $state(false);
  #ahead = 0; // of the service's clock
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticks: ReturnType<typeof setInterval> | undefined;
  #heard = new Set<string>();
  #audio: AudioContext | null = null;
  #here = 0;

  /** Poll the desk until the returned function is called. */
  watch(): () => void {
    this.#here += 1;
    if (this.#here === 1) {
      this.sound = read();
      this.#ticks = setInterval(() => (this.now = Date.now() + this.#ahead), 1000);
      void this.#again();
    }
    return () => {
      this.#here -= 1;
      if (this.#here > 0) return;
      clearTimeout(this.#timer);
      clearInterval(this.#ticks);
    };
  }

  async #again(): Promise<void> {
    clearTimeout(this.#timer);
    await this.look();
    if (this.#here === 0) return;
    const pause = document.visibilityState === "hidden" ? HIDDEN_MS : EVERY_MS;
    this.#timer = setTimeout(() => void this.#again(), pause);
  }

  /** Request the desk now. */
  async look(): Promise<void> {
    try {
      // the browser may keep an answer from before a reload, whose time has passed
      const desk = await get<FloorDesk>("/api/floor", this.desk === null ? "reload" : undefined);
      this.failed = false;
      if (desk.now_ms !== this.desk?.now_ms) {
        this.#ahead = desk.now_ms - Date.now();
        this.#ring(desk, this.desk === null);
        this.desk = desk;
      }
      this.now = Date.now() + this.#ahead;
    } catch (error) {
      this.failed = true;
      if (error instanceof Problem && error.status === 403)
        await session.refresh().catch(() => undefined); // the role may have been taken away
    }
  }

  table(id: string): FloorTable | undefined {
    return this.desk?.tables.find((one) => one.id === id);
  }

  /** Whether calls are heard; kept for this browser. */
  hear(on: boolean): void {
    this.sound = on;
    try {
      localStorage.setItem(SOUND, on ? "on" : "");
    } catch {
      // storage is switched off
    }
    if (on) this.#tone();
  }

  #ring(desk: FloorDesk, first: boolean): void {
    const open = desk.calls.filter((call) => call.state === "open").map((call) => call.id);
    const fresh = open.some((id) => !this.#heard.has(id));
    this.#heard = new Set(open);
    if (fresh && !first && this.sound) this.#tone();
  }

  #tone(): void {
    const audio = (this.#audio ??= new AudioContext());
    for (const [after, hertz] of [
      [0, 660],
      [0.18, 880],
    ] as const) {
      const [source, gain] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + after;
      source.frequency.value = hertz;
      gain.gain.setValueAtTime(0.12, start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
      source.connect(gain).connect(audio.destination);
      source.start(start);
      source.stop(start + 0.3);
    }
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(SOUND) === "on";
  } catch {
    return false;
  }
}

export const floorState = new FloorState();
