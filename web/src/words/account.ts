/** The texts of a person's own pages, loaded with them. */

export { account as texts } from "./en-account";
