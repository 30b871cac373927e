/** The texts of the panels among friends, loaded with them. */

export { friends as texts } from "./en-friends";
