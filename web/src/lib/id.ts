/** Ids for what is asked of the service. `crypto.randomUUID` is missing on plain http, so not that. */

const BYTES = 16;

/** A new id that nobody else makes. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
