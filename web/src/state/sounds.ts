/** Quiet sounds, made in the browser and off by default. A loss makes no sound, a win no fanfare. */

import type { Event } from "../protocol";
import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;

function tone(
  hertz: number,
  ms: number,
  loud: number,
  shape: OscillatorType = "sine",
  after = 0,
): void {
  context ??= new AudioContext();
  const start = context.currentTime + after / 1000;
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.type = shape;
  source.frequency.setValueAtTime(hertz, start);
  source.frequency.exponentialRampToValueAtTime(hertz * 0.7, start + ms / 1000);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + ms / 1000);
}

function slide(): void {
  context ??= new AudioContext();
  const frames = Math.round(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2 * 0.12;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

/** Whether an event asks this seat a question. */
const asks = (event: Event, seat: number | null): boolean =>
  (event.name === "choice_offered" ||
    event.name === "war_tie_offered" ||
    event.name === "cut_offered") &&
  event.seat === seat;

export const sounds = {
  /** The sound of an event, if it has one. Behind another tab only the knock is heard. */
  of(event: Event, seat: number | null): void {
    if (!prefs.sound) return;
    if (asks(event, seat)) tone(210, 110, 0.12, "triangle");
    if (document.visibilityState !== "visible") return;
    switch (event.name) {
      case "card_dealt":
      case "war_card_dealt":
      case "card_burned":
        slide();
        break;
      case "wager_paid":
      case "war_chosen":
      case "war_matched":
        tone(1900, 40, 0.05, "triangle");
        break;
      case "no_more_bets":
        tone(420, 70, 0.06);
        tone(420, 70, 0.06, "sine", 130);
        break;
    }
  },
  /** A tick in the last seconds of the reader's clock. */
  tick(): void {
    if (prefs.sound) tone(1100, 25, 0.025);
  },
  /** A chip on the felt: the larger the chip, the lower the click. */
  chip(cents: number): void {
    if (prefs.sound) tone(2600 - Math.min(1400, Math.log10(cents) * 300), 35, 0.06, "triangle");
  },
};
