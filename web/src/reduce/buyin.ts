/** How many chips a player brings from the account to a seat. */

const FEW = 20; // of the smallest bets
const USUAL = 100;

export interface BuyIns {
  /** The amounts to choose from, the smallest first. */
  readonly amounts: readonly number[];
  /** The amount if the player does not choose. */
  readonly usual: number;
  /** The whole account, in whole chips. */
  readonly all: number;
}

/** The amounts that an account can bring to a table with this minimum and smallest chip. */
export function buyIns(accountCents: number, leastCents: number, chipCents: number): BuyIns {
  const whole = (cents: number): number => Math.floor(cents / chipCents) * chipCents;
  const all = whole(accountCents);
  const [few, usual] = [FEW, USUAL].map((bets) => Math.min(all, whole(leastCents * bets)));
  return {
    amounts: [...new Set([few ?? all, usual ?? all, all])].filter((cents) => cents > 0),
    usual: usual ?? all,
    all,
  };
}
