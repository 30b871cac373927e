/** Texts for somebody who opens a room before they are anybody here. */

import type { StaffRoom } from "../lib/staff";

interface RoomWords {
  readonly title: string;
  readonly text: string;
  readonly guests?: boolean;
}

const staff = (title: string): RoomWords => ({
  title,
  text: "This room is for those who work here. Sign in with your account to enter it.",
});

export const visitor = {
  guest: "Come in as a guest",
  signIn: "Sign in",
  lobby: "To the lobby",
  keep: "A guest needs no name and no passphrase. You can keep the account later.",
  rooms: {
    deal: staff("Deal"),
    floor: staff("Floor"),
    watch: staff("Watch"),
    people: staff("People"),
    school: {
      title: "Dealer school",
      text: "Learn to deal Casino War step by step, by the rules of each house. Your progress is kept, so the school has to know who you are.",
      guests: true,
    },
    lab: {
      title: "Laboratory",
      text: "Change a house and see its exact odds, compare two houses, and deal millions of rounds to check.",
      guests: true,
    },
  } satisfies Readonly<Record<StaffRoom, RoomWords>> as Readonly<Record<StaffRoom, RoomWords>>,
};
