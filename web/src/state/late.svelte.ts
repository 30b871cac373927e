/** The parts of a table that are not needed for a first bet. */

import { part } from "../lib/chunks";

class Late {
  /** `null` until loaded. */
  parts = $state.raw<typeof import("../view/late") | null>(null);

  /** Load them; a failed part is requested again the next time. */
  async load(): Promise<void> {
    this.parts ??= await part(() => import("../view/late"));
  }
}

export const late = new Late();
