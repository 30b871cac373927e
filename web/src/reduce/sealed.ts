/** The public view of a sealed shoe, event by event. */

import type { ContributionView, Event, SealedView, View } from "../protocol";

function sealed(view: View, change: (found: SealedView) => Partial<SealedView>): View {
  const found = view.shoe.sealed;
  if (found === null) return view;
  return { ...view, shoe: { ...view.shoe, sealed: { ...found, ...change(found) } } };
}

/** The contributions by seat, with one of them added or replaced. */
function withOne(found: SealedView, one: ContributionView): Partial<SealedView> {
  const others = found.contributions.filter((each) => each.seat !== one.seat);
  return { contributions: [...others, one].sort((a, b) => a.seat - b.seat) };
}

/** The view after an event, as far as a sealed shoe is concerned. */
export function reduceSealed(view: View, event: Event): View {
  switch (event.name) {
    case "shoe_committed": {
      const { shoe, commitment } = event;
      const next: SealedView = { shoe, commitment, contributions: [], closed: false };
      return { ...view, shoe: { ...view.shoe, sealed: next } };
    }
    case "contribution_sealed": {
      const { seat, commitment } = event;
      return sealed(view, (found) => withOne(found, { seat, commitment, value: null }));
    }
    case "contributions_closed":
      return sealed(view, () => ({ closed: true }));
    case "contribution_opened": {
      const { seat, value } = event;
      const own = view.shoe.sealed?.contributions.find((each) => each.seat === seat);
      if (own === undefined) return view;
      return sealed(view, (found) => withOne(found, { ...own, value }));
    }
    case "seed_revealed":
      return { ...view, shoe: { ...view.shoe, number: event.shoe, sealed: null } };
    case "seat_left": // the contribution of a player who leaves before the closing is dropped
      return sealed(view, (found) =>
        found.closed
          ? {}
          : { contributions: found.contributions.filter((each) => each.seat !== event.seat) },
      );
    default:
      return view;
  }
}
