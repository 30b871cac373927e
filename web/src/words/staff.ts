/** The texts of the staff's rooms, loaded with them. */

export { staff as texts } from "./en-staff";
