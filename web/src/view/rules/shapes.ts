/** The service's answers about a house: exact odds, and the rule sheet. */

interface Edge {
  readonly exact: string;
  readonly percent: number;
}

interface Result {
  readonly result: string;
  readonly probability: string;
  readonly net: string;
}

export interface Odds {
  readonly decks: number;
  readonly initial: {
    readonly house_edge: Edge;
    readonly standard_deviation: number;
    readonly best_decision: string;
    readonly surrender_house_edge?: Edge;
    readonly outcomes: Readonly<Record<string, string>>;
    readonly decision_values?: Readonly<Record<string, string>>;
  };
  readonly tie: {
    readonly house_edge: Edge;
    readonly probability?: string;
    readonly odds?: string;
    readonly results?: readonly Result[]; // of a ladder
  } | null;
  readonly war_tie: { readonly house_edge: Edge; readonly probability?: string } | null;
  readonly side_bets: readonly {
    readonly name?: string;
    readonly title?: string;
    readonly house_edge: Edge;
    readonly results: readonly Result[];
  }[];
}

export interface Sheet {
  readonly rules: readonly {
    readonly section: string;
    readonly point: string;
    readonly says: string;
    readonly cites: string;
  }[];
}
