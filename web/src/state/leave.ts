/** Leaving a seat at a table that is not on the screen, so that its chips come back to the account. */

import { socketAddress, TableLink, type Listener } from "../wire/link";

const PATIENCE_MS = 6000;
const nothing = (): void => undefined;

/** Leave the seat; false if the table does not allow it now, for instance during a round. */
export function leaveSeat(table: string): Promise<boolean> {
  return new Promise((done) => {
    let given = false;
    const over = (left: boolean): void => {
      window.clearTimeout(timer);
      link.stop();
      done(left);
    };
    const listener: Listener = {
      welcomed: nothing,
      happened: nothing,
      seen: nothing,
      waits: nothing,
      stopped: nothing,
      reminded: nothing,
      changed: nothing,
      people: nothing,
      said: nothing,
      noticed: nothing,
      lost: nothing,
      trying: nothing,
      ended: () => over(false),
      offered: (offers) => {
        const seat = offers.find((offer) => offer.command === "leave_seat")?.seat;
        if (given) return;
        if (seat === undefined) return over(false);
        given = true;
        void link
          .give({ command: "leave_seat", seat: Number(seat) })
          .then((answer) => over(answer.ok));
      },
    };
    const link = new TableLink(socketAddress(table), listener);
    const timer = window.setTimeout(() => over(false), PATIENCE_MS);
    link.start();
  });
}
