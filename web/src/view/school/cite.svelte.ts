/** The house whose clauses a page of the school cites, loaded when it is known. */

import { citeFor } from "../../lib/citing";
import { house as ask, type House } from "../../wire/api";

export function citeHouse(name: () => string): void {
  let found = $state.raw<House | null>(null);
  $effect(() => {
    if (name())
      void ask(name()).then(
        (house) => (found = house),
        () => undefined,
      );
  });
  citeFor(() => found);
}
