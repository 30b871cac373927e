/** Texts of the round's log: what happened, in a few words. `who` is a name, or null for the reader. */

export type Who = string | null;
export const does = (who: Who, yours: string, theirs: string): string =>
  who === null ? `You ${yours}` : `${who} ${theirs}`;
export const name = (who: Who): string => who ?? "You";
export const whose = (who: Who): string => (who === null ? "Your" : `${who}'s`);
const to = (who: Who): string => who ?? "you";
const byClock = (called: boolean): string => (called ? " (time ran out)" : "");

export const log = {
  dealer: "The dealer",
  seat: (seat: number): string => `Seat ${seat}`,
  sits: (who: Who): string => does(who, "sit down", "sits down"),
  leaves: (who: Who): string => does(who, "leave", "leaves"),
  brings: (who: Who, amount: string): string => `${does(who, "bring", "brings")} ${amount}`,
  says: (who: Who, phrase: string): string => `${name(who)}: ${phrase}`,
  sitsOut: (who: Who): string => does(who, "sit out", "sits out"),
  returns: (who: Who): string => does(who, "play again", "plays again"),
  places: (who: Who, amount: string, wager: string): string =>
    `${does(who, "place", "places")} ${amount}, ${wager}`,
  coupon: (who: Who, amount: string): string => `${does(who, "add", "adds")} a coupon of ${amount}`,
  couponTaken: (who: Who, amount: string): string => `${whose(who)} coupon of ${amount} is taken`,
  couponBack: (who: Who, amount: string): string => `${whose(who)} coupon of ${amount} comes back`,
  takesBack: (who: Who, amount: string): string => `${does(who, "take", "takes")} ${amount} back`,
  backTo: (who: Who, amount: string, coupon: string): string =>
    `${amount}${coupon === "0" ? "" : ` and a coupon of ${coupon}`} back to ${to(who)}`,
  card: (who: Who, rank: string): string => `${name(who)}: ${rank}`,
  burned: "The dealer burns a card",
  taken: (who: Who, wager: string): string => `${whose(who)} ${wager} is taken`,
  paid: (who: Who, wager: string, odds: string): string =>
    `${wager} pays ${who === null ? "you" : `${who} at`} ${odds}`, // a name may end in a number
  back: (who: Who, wager: string, amount: string): string =>
    `${whose(who)} ${wager} comes back: ${amount}`,
  undone: (who: Who, wager: string, amount: string): string =>
    `${whose(who)} ${wager}: ${amount} is undone`,
  equal: (who: Who): string => does(who, "tie and choose", "ties and chooses"),
  stays: (who: Who): string => `${does(who, "tie", "ties")}, and the Tie bet plays on`,
  surrenders: (who: Who, called: boolean): string =>
    does(who, "surrender", "surrenders") + byClock(called),
  goesToWar: (who: Who, amount: string, called: boolean): string =>
    `${does(who, "go", "goes")} to war with ${amount}${byClock(called)}`,
  matched: (who: Who, amount: string): string => `The house adds ${amount} for ${to(who)}`,
  noWarTie: (who: Who): string => `${does(who, "make", "makes")} no Tie bet on the war`,
  cutOffered: (who: Who): string => `The cut is offered to ${to(who)}`,
  cutRefused: (who: Who): string => `${does(who, "refuse", "refuses")} the cut`,
  cut: (who: Who, cards: string): string => `${does(who, "cut", "cuts")} at ${cards}`,
  objects: (who: Who): string => `${does(who, "object", "objects")} to the cards`,
  shuffled: "The cards are shuffled",
  loaded: (shoe: string): string => `Shoe ${shoe} is loaded`,
  cuttingCard: "The cutting card is out",
  faceUp: (rank: string): string => `A card lay face up in the shoe: ${rank}`,
  drawnInError: "A card was drawn in error: it is the next card",
  missed: (who: Who): string => `${does(who, "get", "gets")} no card`,
  isVoid: (reason: string): string => `Void: ${reason}`,
  opened: "The table opens",
};

/** The finished example that a newcomer sees. */
export const example = {
  word: "Example",
  call: "Example: king beats 9",
  log: ["You put 25 down", "Your card: king", "The dealer's card: 9", "King beats 9"],
};
