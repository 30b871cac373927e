/** The parts of a table that a first bet does not need. */

import { part } from "../lib/chunks";

class Late {
  /** `null` until they are there. */
  parts = $state.raw<typeof import("../view/late") | null>(null);

  /** Ask for them; what failed is asked for again the next time. */
  async load(): Promise<void> {
    this.parts ??= await part(() => import("../view/late"));
  }
}

export const late = new Late();
