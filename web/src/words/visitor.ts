/** Texts for a visitor who opens a room without being signed in. */

import type { StaffRoom } from "../lib/staff";

interface RoomWords {
  readonly title: string;
  readonly text: string;
  readonly guests?: boolean;
}

const staff = (title: string): RoomWords => ({
  title,
  text: "This room is for staff. Sign in with your staff account to enter.",
});

export const visitor = {
  guest: "Continue as a guest",
  signIn: "Sign in",
  lobby: "To the lobby",
  closed: "This room is not open to you",
  needs: (roles: readonly string[]): string => {
    const [last = "", ...others] = [...roles].reverse();
    const list = others.length > 0 ? `${others.reverse().join(", ")} or ${last}` : last;
    return `This room needs the role ${list}.`;
  },
  taken: "The role that opened this room to you was taken away or has ended.",
  ask: "An administrator gives roles, and you sign in again after that.",
  keep: "A guest needs no name and no passphrase. You can keep the account later.",
  rooms: {
    deal: staff("Deal"),
    floor: staff("Floor"),
    watch: staff("Watch"),
    people: staff("People"),
    school: {
      title: "Dealer school",
      text: "Learn to deal Casino War step by step, by the rules of each house. The school saves your progress, so it needs an account.",
      guests: true,
    },
    lab: {
      title: "Laboratory",
      text: "Change a house and see its exact odds, compare two houses, and deal millions of rounds to check.",
      guests: true,
    },
  } satisfies Readonly<Record<StaffRoom, RoomWords>> as Readonly<Record<StaffRoom, RoomWords>>,
};
