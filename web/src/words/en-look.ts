/** Texts for the player who is shown the cards of a new shoe; loaded with what a table shows later. */

export const look = {
  title: "The cards are shown to you",
  text: "If something is wrong with them, object before they are turned down: the floor then checks them again.",
  object: "Object to the cards",
};
