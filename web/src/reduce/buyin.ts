/** How many chips of the account come along to a seat. */

const FEW = 20; // of the smallest bets
const USUAL = 100;

export interface BuyIns {
  /** What may be picked, the smallest first. */
  readonly amounts: readonly number[];
  /** What is brought if nobody picks. */
  readonly usual: number;
  /** Everything that the account holds in whole chips. */
  readonly all: number;
}

/** What an account of that many cents can bring to a table with this least bet and smallest chip. */
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
