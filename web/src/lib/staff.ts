/** The rooms for staff: their addresses, and the roles that see them. */

export type StaffRoom = "deal" | "floor" | "watch" | "school" | "lab" | "people";

/** A room without its role is not shown. The service refuses what a role may not do. */
const SEES: Readonly<Record<StaffRoom, readonly string[]>> = {
  deal: ["dealer"],
  floor: ["floorperson"],
  watch: ["surveillance", "floorperson"],
  school: ["player", "dealer", "floorperson", "administrator"],
  lab: ["player", "dealer", "floorperson", "surveillance", "administrator"],
  people: ["administrator"],
};

/** Who may enter a room. */
export const rolesOf = (room: StaffRoom): readonly string[] => SEES[room];

/** The role in which somebody is in a room; "" where players may be too. */
export const roleIn = (room: string, roles: readonly string[]): string =>
  isStaffRoom(room) && !SEES[room].includes("player")
    ? (SEES[room].find((role) => roles.includes(role)) ?? "")
    : "";

/** The target of the link in the bar: for players, the lab begins with what the game costs. */
export function addressOf(room: StaffRoom, roles: readonly string[]): string {
  return room === "lab" && roles.every((role) => role === "player") ? "/costs" : `/${room}`;
}

/** The rooms of the staff, in the order of the bar. */
export const ROOMS = Object.keys(SEES) as readonly StaffRoom[];

/** The next 06:00, when a gaming day ends, and some days later. */
export function morning(now: Date, days = 0): number {
  const at = new Date(now);
  at.setHours(6, 0, 0, 0);
  at.setDate(at.getDate() + days + (at <= now ? 1 : 0));
  return at.getTime();
}

/** Rooms with a link in the bar; an unfinished room is only at its address. */
const LINKED: readonly StaffRoom[] = ["deal", "floor", "watch", "school", "lab", "people"];

/** Whether the first part of an address names one of these rooms. */
export const isStaffRoom = (name: string): name is StaffRoom => Object.hasOwn(SEES, name);

/** The staff's rooms that the bar shows to somebody with these roles. */
export function linkedRooms(roles: readonly string[]): StaffRoom[] {
  return staffRooms(roles).filter((room) => LINKED.includes(room));
}

/** The staff's rooms of somebody with these roles, in the order of the bar. */
export function staffRooms(roles: readonly string[]): StaffRoom[] {
  return ROOMS.filter((room) => SEES[room].some((role) => roles.includes(role)));
}
