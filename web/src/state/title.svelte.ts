/** The page's title: the room's, unless the table asks something of the player. */

class Title {
  room = $state("");
  turn = $state("");
}

export const title = new Title();
