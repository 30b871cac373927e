/** The rooms of those who work here: who sees which, and where it is. */

export type StaffRoom = "people";

/** A room without a role is not shown. The service refuses whatever a role may not do. */
const SEES: Readonly<Record<StaffRoom, readonly string[]>> = {
  people: ["administrator"],
};

/** The staff's rooms of somebody with these roles, in the order of the bar. */
export function staffRooms(roles: readonly string[]): StaffRoom[] {
  const rooms = Object.keys(SEES) as StaffRoom[];
  return rooms.filter((room) => SEES[room].some((role) => roles.includes(role)));
}
