/** The texts of what a table shows after a first bet, loaded with it. */

export { late as texts } from "./en-late";
