// The exact odds in the reader's browser: Python and casinowar.odds from this site, on click.
const python = new URL("../python/", import.meta.url);
const form = document.querySelector("#odds-here");
const out = form.querySelector("output");
const ASK = `
from casinowar.odds import odds_of
from casinowar.odds.shoe import parse_shoe
def ask(house, decks, left):
    found = odds_of(house, decks=decks) if not left else odds_of(house, cards_left=parse_shoe(left))
    rows = [("First wager", found.initial.house_edge)]
    if found.tie is not None:
        rows.append(("Tie", found.tie.house_edge))
    shoe = "the cards left" if left else "1 deck" if decks == 1 else f"{decks} decks"
    lines = [f"{name}: {100 * float(edge):.6f} % = {edge}" for name, edge in rows]
    return "\\n".join([f"House edge at {found.house.title}, {shoe}", *lines])
`;
let loaded;

async function load() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", python).href);
  const runtime = await loadPyodide({ indexURL: python.href });
  const modules = await fetch(new URL("casinowar.zip", python));
  runtime.unpackArchive(await modules.arrayBuffer(), "zip", { extractDir: "/lib/casinowar-src" });
  runtime.runPython("import sys; sys.path.insert(0, '/lib/casinowar-src')");
  runtime.runPython(ASK);
  return runtime;
}

form.addEventListener("input", () => (out.textContent = "")); // it was about another shoe
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  out.textContent = "Python is being loaded, once …";
  try {
    const runtime = await (loaded ??= load());
    const { house, decks, left } = form.elements;
    const ask = runtime.globals.get("ask");
    out.textContent = ask(house.value, Number(decks.value), left.value.trim());
  } catch (error) {
    const last = String(error.message).trim().split("\n").at(-1);
    out.textContent = last.replace(/^[\w.]*Error: /, ""); // without Python's own name for it
  }
});
