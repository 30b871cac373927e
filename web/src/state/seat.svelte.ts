/** The reader's seat: its number, its chips and those of the account, sitting down, and why it was lost. */

import type { Event } from "../protocol";
import { buyIns } from "../reduce/buyin";
import { type HeldSeat } from "../wire/api";
import type { Answer } from "../wire/link";
import { heldSeats } from "./opening";
import { prefs } from "./prefs.svelte";
import { session } from "./session.svelte";
import { Parting, type Stood } from "./stood";
import type { TableState } from "./table.svelte";
import { trouble } from "./trouble.svelte";
import { visit } from "./visit.svelte";

type Around = Pick<
  TableState,
  "id" | "person" | "info" | "shown" | "offers" | "give" | "connection"
>;

export class OwnSeat {
  accountCents = $state(0);
  counted = $state(false); // the account was asked what it holds
  stood = $state.raw<Stood | null>(null); // the former seat was lost
  elsewhere = $state.raw<readonly HeldSeat[] | null>(null); // seats at other tables; null: not known yet
  name = $state(""); // typed before sitting down; "": as it is
  refusesCut = $state(false); // the dealer cuts, as a newcomer was told before sitting down
  readonly parting = new Parting();
  sitting = $state(false); // chips are being brought
  #refused = false; // the cut that is offered now

  constructor(readonly table: Around) {}

  view = $derived.by(
    () => this.table.shown.view?.seats.find((one) => one.player === this.table.person) ?? null,
  );
  number = $derived(this.view?.seat ?? null);
  place = $derived.by(
    () => this.table.shown.board?.places.find((one) => one.seat === this.number) ?? null,
  );
  onTableCents = $derived(this.view?.hand?.layout_cents ?? 0);
  alone = $derived.by(
    () => (this.table.shown.view?.seats.filter((one) => !one.sitting_out).length ?? 0) <= 1,
  );
  buyIns = $derived.by(() => {
    const limits = this.table.info?.limits;
    return buyIns(
      this.accountCents,
      limits?.first.min_cents ?? 0,
      limits?.smallest_chip_cents ?? 50,
    );
  });

  /** Ask for the reader's seats at other tables. */
  async look(): Promise<void> {
    const found = await heldSeats();
    this.elsewhere = (found ?? []).filter((one) => one.table.id !== this.table.id);
  }

  /** Ask for the balance again: chips also return from other tables. */
  async account(): Promise<void> {
    const balance = await session.refresh().catch(() => null);
    if (balance) this.accountCents = balance.account_cents;
    this.counted = true;
  }

  /**
   * Sit down with these chips of the account, or as many as are usual here. A newcomer was told before
   * that the dealer cuts the first shoe: the cut that is offered to them is refused.
   */
  async sit(seat: number, cents?: number, refusesCut = false): Promise<Answer> {
    this.refusesCut = refusesCut;
    this.sitting = true;
    let answer: Answer = { ok: false, code: "page/name", message: "" };
    try {
      await session.rename(this.name);
      answer = await this.table.give({ command: "take_seat", seat });
      if (answer.ok) await this.bring(cents);
    } catch (error) {
      trouble.tell(error);
    }
    this.sitting = false;
    this.refusesCut &&= answer.ok;
    this.offered();
    return answer;
  }

  /** The cut may be offered later, or to another player. */
  offered(): void {
    const { offers, connection } = this.table;
    const asked = offers.find((offer) => offer.command === "refuse_cut");
    if (!this.refusesCut || this.sitting) return;
    if (asked && !this.#refused)
      void connection.give({ command: "refuse_cut", seat: Number(asked.seat) });
    else if (!asked && (this.#refused || offers.some((offer) => offer.command === "place_wagers")))
      this.refusesCut = false;
    this.#refused = asked !== undefined;
  }

  /** Bring these chips, or the usual amount, from the account to the seat. */
  async bring(cents?: number): Promise<void> {
    await this.account();
    const { shown, person } = this.table;
    const brought = Math.min(cents ?? this.buyIns.usual, this.buyIns.all);
    const seat = shown.latest?.seats.find((one) => one.player === person)?.seat ?? this.number;
    if (brought > 0 && seat !== null)
      await this.table.give({ command: "buy_chips", seat, cash_cents: brought });
  }

  /** Chips moved between the seat and the account. */
  heard(event: Event): void {
    if (event.name === "chips_bought" || event.name === "seat_left") void this.account();
  }

  /** The owner of the table or the floor stood this player up, or closed the table. */
  noticed(notice: "stood_up" | "table_closed", told: string): void {
    this.parting.noticed(notice, told);
    if (this.stood !== null) this.stood = this.parting.over(this.table.shown.view?.phase ?? "");
  }

  /** The picture is complete: check whether the seat is still the reader's. */
  settled(phase: string): void {
    const { id, shown, person, info } = this.table;
    if (this.number === null) {
      if (visit.at(id) || prefs.satAt(person, id)) this.stood = this.parting.over(phase);
      visit.left(id);
      prefs.leaves(person, id);
    } else {
      this.stood = null;
      prefs.sits(person, id, info?.settings.house ?? "");
      visit.sits(id, this.number, shown.view?.last_round?.round ?? 0);
    }
  }
}
