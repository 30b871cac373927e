/** The texts about the proof of a shoe, loaded with what shows them. */

export { proof as texts } from "./en-proof";
