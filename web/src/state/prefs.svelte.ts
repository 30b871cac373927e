/** What a person chose about the look and the sound, kept in this browser. */

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
    // then it holds until the page is closed
  }
}

class Prefs {
  theme = $state<Theme>((kept("theme") as Theme | null) ?? "auto");
  fourColours = $state(kept("suits") === "4");
  sound = $state(kept("sound") === "on");
  notices = $state(kept("notices") === "on");
  chip = $state(Number(kept("chip") ?? "25") || 25);

  /** Show what was chosen. */
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
