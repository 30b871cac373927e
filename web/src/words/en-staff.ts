/** Texts of the staff's rooms. */

import { deal } from "./en-deal";

export const staff = {
  reason: {
    legend: "Reason",
    needed: "required",
    words: "In your own words, kept with your name",
  },
  deal,
  people: {
    title: "People",
    lead: "Accounts and their roles, with the reason for each change.",
    find: "Find by sign-in name",
    caption: "Accounts by sign-in name",
    name: "Name",
    signIn: "Signs in as",
    roles: "Roles",
    made: "Account since",
    none: "No sign-in name starts with that.",
    more: "More accounts",
    suspended: "suspended",
    choose: "Choose an account to see and change its roles.",
    rolesOf: (name: string): string => `Roles of ${name}`,
    account: (since: string): string => `account since ${since}`,
    willSee: (name: string): string => `${name} will see`,
    alone: "cannot be combined: remove the other roles first",
    everybody: "Every role change is kept in the list of significant events.",
    about: {
      player: "sits and plays",
      dealer: "deals at tables that people deal",
      floorperson: "creates, opens and closes tables, voids rounds, sends fills; sees all rounds",
      surveillance: "sees everything, changes nothing",
      administrator: "assigns roles; has no extra access to tables",
    } as Readonly<Record<string, string>>,
    applies:
      "Takes effect at once. A person who gets a new role is signed out and must sign in again.",
    reasons: ["Starts the job", "Stands in", "Leaves", "Mistake"],
    change: (name: string): string => `Change the roles of ${name}`,
    unchanged: "Nothing changed yet",
    back: "Back",
    given: (name: string): string =>
      `The roles of ${name} have been changed. ${name} is signed out, and has the new role after signing in again.`,
    taken: (name: string): string =>
      `The roles of ${name} have been changed. What was taken away ended at once.`,
    before: "Last changes",
    by: (when: string, who: string): string => `${when}, ${who || "from the command line"}`,
    other: "Suspend, new passphrase, sign out",
    suspend: "Suspend",
    reinstate: "Reinstate",
    passphrase: "New passphrase",
    signOut: "Sign out everywhere",
    otherReason: "Reason, on one line",
    suspendText:
      "Suspending signs this person out. At a table, they leave when their hand is over.",
    suspendedFor: (why: string): string => `Suspended: ${why}`,
    isSuspended: (name: string): string => `${name} is suspended.`,
    isBack: (name: string): string => `${name} is reinstated.`,
    isOut: (name: string): string => `${name} is signed out everywhere.`,
    newPassphrase: (name: string): string => `The new passphrase of ${name}, shown only once:`,
  },
};
