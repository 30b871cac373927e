/** Preferences for the look, the sound and phrases of others, kept in this browser. */

export type Theme = "auto" | "light" | "dark";

function kept(name: string): string | null {
  try {
    return localStorage.getItem(`casinowar.${name}`);
  } catch {
    return null; // storage is switched off
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`casinowar.${name}`, value);
  } catch {
    // valid until the page is closed
  }
}

const HIDDEN_MAX = 100; // persons; beyond that the first hidden are shown again

class Prefs {
  theme = $state<Theme>((kept("theme") as Theme | null) ?? "auto");
  fourColours = $state(kept("suits") === "4");
  sound = $state(kept("sound") === "on");
  notices = $state(kept("notices") === "on");
  chip = $state(Number(kept("chip") ?? "25") || 25);

  /** Whether phrases of others are shown at all. */
  phrases = $state(kept("phrases") !== "off");
  /** Persons whose phrases are hidden. */
  hidden = $state.raw<readonly string[]>((kept("hidden") ?? "").split(" ").filter(Boolean));

  /** Whether the phrases of a person are shown. */
  hears(person: string): boolean {
    return this.phrases && !this.hidden.includes(person);
  }

  setPhrases(on: boolean): void {
    this.phrases = on;
    keep("phrases", on ? "on" : "off");
  }

  setHidden(person: string, hidden: boolean): void {
    const others = this.hidden.filter((one) => one !== person);
    this.hidden = hidden ? [...others, person].slice(-HIDDEN_MAX) : others;
    keep("hidden", this.hidden.join(" "));
  }

  /** The house that was played last; "": none yet. */
  get house(): string {
    return kept("house") ?? "";
  }

  /** Whether this person's last seat was at this table and was not left; also used by a new tab. */
  satAt(person: string, table: string): boolean {
    return kept("seat") === `${person} ${table}`;
  }

  sits(person: string, table: string, house: string): void {
    keep("seat", `${person} ${table}`);
    keep("house", house);
  }

  leaves(person: string, table: string): void {
    if (this.satAt(person, table)) keep("seat", "");
  }

  /** Apply the preferences. */
  apply(): void {
    const root = document.documentElement;
    if (this.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    if (this.fourColours) root.dataset.suits = "4";
    else delete root.dataset.suits;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
    this.apply();
  }

  setFourColours(on: boolean): void {
    this.fourColours = on;
    keep("suits", on ? "4" : "2");
    this.apply();
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep("sound", on ? "on" : "off");
  }

  setNotices(on: boolean): void {
    this.notices = on;
    keep("notices", on ? "on" : "off");
  }

  setChip(chip: number): void {
    this.chip = chip;
    keep("chip", String(chip));
  }
}

export const prefs = new Prefs();
