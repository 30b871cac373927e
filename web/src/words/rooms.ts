/** The texts of the rooms around the table, loaded with them. */

export { rooms } from "./en-rooms";
