/** A passphrase of five words, from the browser's random numbers. */

const WORDS = `
  amber anchor apple april arrow autumn bamboo banner barley basket beacon bishop blanket bonnet
  border branch bridge bronze butter button cabin camel candle canyon carbon castle cedar cellar
  chalk cherry cinder circle clover cobalt coffee comet copper coral cotton cradle crane crystal
  curtain daisy dancer desert dinner dragon drummer eagle eastern ember engine fabric falcon
  feather fiddle finger flannel forest fossil fountain galaxy garden garlic ginger glacier granite
  gravel guitar hammer harbour harvest hazel helmet heron hollow honey horizon island ivory jacket
  jasmine jersey jungle kettle kitchen ladder lagoon lantern lemon lilac linen lizard locket
  lumber magnet mantle maple marble meadow melon mirror mitten monday morning mosaic mountain
  mustard needle nettle nickel nutmeg ocean olive onion orbit orchard otter oyster paddle pantry
  paper parrot pebble pencil pepper pigeon pillow planet plaster pocket poplar potter prairie
  pumpkin quarry quartz quiet rabbit raven ribbon river robin rocket saddle saffron salmon sandal
  scarlet shadow silver sister sparrow spider spring starling summer sunday sunset table tailor
  teapot temple thistle thunder timber tomato travel tulip tunnel turnip umbrella valley velvet
  violet walnut wander water weather willow window winter wonder yellow zebra
`
  .trim()
  .split(/\s+/);

/** Five words at random. */
export function madePassphrase(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(5));
  return [...numbers].map((number) => WORDS[number % WORDS.length]).join(" ");
}
