/** The sentences that tell a house's game; loaded with the rules page. */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];
const number = (count: number): string => NUMBERS[count] ?? String(count);
const cards = (count: number): string => `${number(count)} ${count === 1 ? "card" : "cards"}`;
const list = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;

/** A net result in units of the first wager. */
function comesTo(units: number): string {
  if (units === 0) return "you come out even";
  const size = Math.abs(units);
  const bets = size === 0.5 ? "half a bet" : size === 1 ? "one bet" : `${number(size)} bets`;
  return units > 0 ? `you come out ${bets} ahead` : `you come out ${bets} behind`;
}

export const game = {
  against: "You play against the dealer, never against the other players.",
  bet: (first: string): string => `Before the cards are dealt, you bet on ${first}.`,
  tieToo: (first: string): string =>
    `Before the cards are dealt, you bet on ${first}. You can bet on Tie as well.`,
  eitherBet: (first: string): string =>
    `Before the cards are dealt, you bet on ${first}, on Tie, or on both.`,
  sides: (names: readonly string[]): string =>
    `${list(names)} ${names.length === 1 ? "is another bet" : "are other bets"} that you can add.`,
  final: "Once a bet is placed, it stays until it is decided.",
  changeable: "You can change your bets until “No more bets”.",
  cards: "Every player who has bet gets one card face up, and then the dealer gets one.",
  ranks: "Ace is high, 2 is low, and suits never decide who wins.",
  higher: (first: string, odds: string): string =>
    `If your card is higher than the dealer's, ${first} pays ${odds}.`,
  lower: (first: string): string => `If it is lower, you lose ${first}.`,
  choice: (war: string): string => `If the cards are equal, you choose: surrender, or ${war}.`,
  mustWar: "If the cards are equal, there is a war: you cannot surrender.",
  mustSurrender: "If the cards are equal, you surrender: there is no war here.",
  surrender: (first: string, lost: string): string =>
    lost === "1"
      ? `Surrender costs all of ${first}.`
      : `Surrender costs ${lost === "1/2" ? "half" : lost} of ${first}; the rest comes back.`,
  noAnswer: (answer: "surrender" | "war"): string =>
    `If you do not answer in time, you ${answer === "war" ? "go to war" : "surrender"}.`,
  asMuchAgain: "To go to war, you bet the same amount again.",
  matched: "The dealer adds the same amount.",
  collected: (first: string): string =>
    `The house takes ${first} at once, even if you win the war.`,
  standsOff: (first: string): string => `${first} comes back unless you lose the war.`,
  burnEvery: (count: number): string =>
    `Each player at war gets one more card, and so does the dealer. Before each of these cards, the dealer burns ${cards(count)}.`,
  burnOnce: (count: number): string =>
    `The dealer burns ${cards(count)} once, then deals a card to each player at war and one to the dealer.`,
  burnNone: "No cards are burned: each player at war gets one more card, and so does the dealer.",
  warWon: (paid: string, units: number): string =>
    `If your war card is higher, ${comesTo(units)}: the war pays ${paid}.`,
  again: (deals: number): string =>
    `If the war cards are equal, another war is dealt for the same bets: ${number(deals)} at most.`,
  warTied: (again: boolean, paid: string, units: number): string =>
    `If the war cards are ${again ? "still equal after that" : "equal as well"}, ${comesTo(units)}: the war pays ${paid}.`,
  warLost: "If your war card is lower, you lose both bets.",
  tie: (odds: string): string => `Tie pays ${odds} if the first cards are equal, and loses if not.`,
  ladder: (odds: readonly string[]): string =>
    `Tie loses unless the first cards are equal. It pays by the number of ties in a row: ${list(odds)}.`,
  oneTie: "If you surrender, Tie counts one tie.",
  tieAlone:
    "If you bet on Tie alone, you bet nothing more: you get war cards for as long as you tie.",
  warTie: (odds: string): string =>
    `When you go to war, you can bet on Tie again: it pays ${odds} if the war cards are equal.`,
};
