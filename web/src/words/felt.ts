/** Texts of the staff's felt. */

export const felt = {
  seat: "Seat ",
  now: "now",
  free: "free",
  first: "First wager",
  war: "War",
  tie: "Tie",
  coupon: (amount: string): string => `coupon ${amount}`,
  warTie: "War Tie",
  rack: (cards: number): string => `Rack ${cards}`,
  burned: (cards: number): string => `${cards} ${cards === 1 ? "card" : "cards"} burned`,
  shoe: (left: number, of: number): string => (of > 0 ? `Shoe ${left}/${of}` : "No shoe yet"),
  cutOut: "Cutting card out",
};
