/** Which room an address names. */

import { isStaffRoom, type StaffRoom } from "./staff";

export type Room =
  | { readonly room: "lobby" }
  | { readonly room: "table"; readonly id: string }
  | { readonly room: "rounds" }
  | { readonly room: "round"; readonly id: string }
  | { readonly room: "rules"; readonly house: string }
  | { readonly room: "costs"; readonly house: string }
  | { readonly room: "account"; readonly view: string }
  | { readonly room: "staff"; readonly which: StaffRoom; readonly path: readonly string[] }
  | { readonly room: "nowhere" };

/** The parts of a path; `null` if they cannot be read. */
function parts(path: string): string[] | null {
  try {
    return path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null; // a lone % for instance
  }
}

/** The room at an address. */
export function roomAt(path: string): Room {
  const found = parts(path);
  if (found === null) return { room: "nowhere" };
  const [first = "", second = "", more] = found;
  if (isStaffRoom(first)) return { room: "staff", which: first, path: found.slice(1) };
  if (more !== undefined) return { room: "nowhere" };
  if (first === "") return { room: "lobby" };
  if (first === "t" && second) return { room: "table", id: second };
  if (first === "rounds") return second ? { room: "round", id: second } : { room: "rounds" };
  if (first === "rules" && second) return { room: "rules", house: second };
  if (first === "costs") return { room: "costs", house: second };
  if (first === "account") return { room: "account", view: second || "account" };
  return { room: "nowhere" };
}
