/** Ids for requests to the service. `crypto.randomUUID` is not used: it is missing on plain http. */

const BYTES = 16;

/** A new unique id. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
