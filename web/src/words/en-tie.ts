/** Texts of the example of a tie on the front page; loaded when a visitor opens the example. */

import { t } from "./index";

export const tie = {
  title: "Example: a tie",
  over: "That was a war",
  skip: "Skip",
  again: "Play it again",
  bet: (amount: string): string => `You bet ${amount}.`,
  noMoreBets: "No more bets.",
  yours: (card: string): string => `Your card: ${t.rank(card)}.`,
  dealers: (card: string): string => `The dealer's card: ${t.rank(card)}. A tie!`,
  choice: (lost: string, more: string): string =>
    `You choose: give up ${lost}, or go to war with ${more} more.`,
  noChoice: (more: string): string => `You can go to war with ${more} more.`,
  war: (amount: string): string => `You go to war: ${amount} more.`,
  matched: (amount: string): string => `The house adds ${amount}.`,
  taken: (amount: string): string => `Your first ${amount} is taken.`,
  burned: "Cards are burned, face down.",
  yourWar: (card: string): string => `Your war card: ${t.rank(card)}.`,
  dealersWar: (card: string): string => `The dealer's war card: ${t.rank(card)}.`,
  paid: "Bets are settled.",
  won: (a: string, b: string, net: string): string =>
    `${t.capital(t.rank(a))} beats ${t.rank(b)}: you win ${net}.`,
};
