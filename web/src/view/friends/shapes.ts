/** What the service says of a table's road, and of the choices in a finished round. */

export interface RoadHand {
  readonly seat: number;
  readonly you: boolean;
  readonly card: string | null;
  readonly outcome: string | null;
  readonly tie_won: boolean | null; // of a Tie wager alone; null: there was a first wager
}

export interface RoadRound {
  readonly id: string;
  readonly round: number;
  readonly voided: boolean;
  readonly hands: readonly RoadHand[];
}

export interface Road {
  readonly rounds: readonly RoadRound[]; // the newest first
  readonly counted: {
    readonly rounds: number;
    readonly hands: number;
    readonly ties: number;
    readonly wars: number;
  };
  readonly players: readonly {
    readonly name: string;
    readonly hands: number;
    readonly net_cents: number;
  }[];
  readonly sharing: boolean;
}

/** An exact value and the same rounded. */
export interface Figure {
  readonly fraction: string;
  readonly decimal: string;
}

export interface Worth {
  readonly choice: "war" | "surrender";
  readonly value: Figure; // in units of the first wager
  readonly cents: Figure;
  readonly best: boolean;
  readonly chosen: boolean;
}

export interface WhatIfHand {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly bet_cents: number;
  readonly had_choice: boolean;
  readonly words: string;
  readonly seen: readonly string[];
  readonly choices: readonly Worth[];
  readonly by_policy: boolean;
  readonly outcome: string;
  readonly net_cents: number;
}

export interface WhatIfRound {
  readonly decks: number;
  readonly hands: readonly WhatIfHand[];
}
