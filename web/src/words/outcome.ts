/** What happened in a past hand, in one line. */

import type { PastHand } from "../view/rounds/shapes";
import { t } from "./index";
import { rooms } from "./rooms";

export function happened(hand: PastHand, dealer: readonly string[]): string {
  const [own = "", theirs = ""] = [hand.cards[0], dealer[0]];
  const [war = "", theirWar = ""] = [hand.cards.at(-1), dealer.at(-1)];
  switch (hand.outcome) {
    case "win":
      return t.call.beats(own, theirs);
    case "lose":
      return t.call.loses(own, theirs);
    case "surrender":
      return t.call.surrendered(own).replace(/\.$/, "");
    case "war_won":
      return t.call.warWon(war, theirWar).replace(/\.$/, "");
    case "war_lost":
      return t.call.warLost(war, theirWar).replace(/\.$/, "");
    case "war_tied":
      return t.call.warTied(war, false).replace(/\.$/, "");
    case "void":
      return rooms.rounds.isVoid;
    default:
      return own && theirs ? t.call.against(own, theirs).replace(/\.$/, "") : "";
  }
}
