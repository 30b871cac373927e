/** The example of a tie: an invented round of the house, shown step by step at a reader's pace. */

import type { Event, View } from "../protocol";
import { chips, fraction } from "../lib/format";
import { namesOf } from "../reduce/names";
import { reduce } from "../reduce/table";
import { get, type House } from "../wire/api";
import { t } from "../words";
import { tie as words } from "../words/en-tie";

interface Example {
  readonly seat: number;
  readonly start: View;
  readonly events: readonly Event[];
}

/** How long each event stays before the next, in all about fifteen seconds. */
const STAYS_MS: Readonly<Partial<Record<Event["name"], number>>> = {
  wager_placed: 1300,
  no_more_bets: 700,
  card_dealt: 1300,
  choice_offered: 3400,
  war_chosen: 1500,
  war_matched: 800,
  wager_collected: 800,
  card_burned: 200,
  war_card_dealt: 1500,
  wager_paid: 900,
};
/** The table after its opening burn, if the house has one: the engine's example begins with a full shoe. */
function opened(view: View, house: House): View {
  if (!Object.values(house.preparation).flat().includes("burned")) return view;
  const shoe = { ...view.shoe, drawn: view.shoe.drawn + 1 };
  return { ...view, shoe, rack: ["??", ...view.rack] };
}

const LAST: Event["name"] = "hand_decided"; // then cards would go to the rack

export class Tie {
  readonly words = words;
  view = $state.raw<View>() as View;
  log = $state.raw<readonly string[]>([]);
  text = $derived(this.log.at(-1) ?? "");
  over = $state(false);
  /** The text on the felt: that it is an example, and at the end its result. */
  call = $derived.by(() => {
    if (!this.over) return words.title;
    const war = this.view.seats.find((one) => one.seat === this.seat)?.hand?.war_cards.at(-1);
    return t.call.warWon(war ?? "", this.view.dealer.war_cards.at(-1) ?? "");
  });
  burned = $state(0);
  readonly seat: number;
  #house: House;
  #example: Example;
  #left: Event[] = [];
  #timer = 0;

  private constructor(house: House, example: Example) {
    this.#house = house;
    this.#example = example;
    this.seat = example.seat;
    this.again();
  }

  static async of(house: House): Promise<Tie> {
    const name = encodeURIComponent(house.house);
    return new Tie(house, await get<Example>(`/api/houses/${name}/example`));
  }

  /** From the beginning. */
  again(): void {
    this.stop();
    const { events, start } = this.#example;
    this.view = opened(start, this.#house);
    this.log = [];
    this.over = false;
    this.burned = 0;
    this.#left = events.slice(0, events.findIndex((event) => event.name === LAST) + 1);
    this.#next();
  }

  /** To the end at once. */
  skip(): void {
    this.stop();
    while (this.#left.length) this.#show();
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  #next(): void {
    const event = this.#show();
    if (event === undefined) return;
    this.#timer = window.setTimeout(() => this.#next(), STAYS_MS[event.name] ?? 0);
  }

  #show(): Event | undefined {
    const event = this.#left.shift();
    if (event === undefined) return undefined;
    this.view = reduce(this.view, event, namesOf(this.#house));
    if (event.name === "card_burned") this.burned += 1;
    const said = this.#said(event);
    if (said !== undefined && said !== this.text) this.log = [...this.log, said];
    this.over = this.#left.length === 0;
    return event;
  }

  #said(event: Event): string | undefined {
    const hand = this.view.seats.find((one) => one.seat === this.seat)?.hand;
    switch (event.name) {
      case "wager_placed":
        return words.bet(chips(event.amount_cents));
      case "no_more_bets":
        return words.noMoreBets;
      case "card_dealt":
        return event.seat === this.seat ? words.yours(event.card) : words.dealers(event.card);
      case "choice_offered": {
        const bet = hand?.initial_cents ?? 0;
        const lost = bet * fraction(this.#house.pays.surrender_lost);
        return event.surrender ? words.choice(chips(lost), chips(bet)) : words.noChoice(chips(bet));
      }
      case "war_chosen":
        return words.war(chips(event.war_cents));
      case "war_matched":
        return words.matched(chips(event.amount_cents));
      case "wager_collected":
        return words.taken(chips(event.amount_cents));
      case "card_burned":
        return words.burned;
      case "war_card_dealt":
        return event.seat === this.seat ? words.yourWar(event.card) : words.dealersWar(event.card);
      case "wager_paid":
        return words.paid;
      case "hand_decided": {
        const net = (hand?.returned_cents ?? 0) - (hand?.wagered_cents ?? 0);
        const [own, dealers] = [hand?.war_cards.at(-1), this.view.dealer.war_cards.at(-1)];
        return words.won(own ?? "", dealers ?? "", chips(net));
      }
      default:
        return undefined;
    }
  }
}
