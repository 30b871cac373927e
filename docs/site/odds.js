// The exact odds in the reader's browser: Python and casinowar.odds from this site, on click.
const python = new URL("../python/", import.meta.url);
const form = document.querySelector("#odds-here");
const out = form.querySelector("output");
const ASK = `
from casinowar.odds import odds_of
from casinowar.odds.shoe import parse_shoe
def ask(house, decks, left):
    found = odds_of(house, decks=decks) if not left else odds_of(house, cards_left=parse_shoe(left))
    rows = [("first wager", found.initial.house_edge)]
    if found.tie is not None:
        rows.append(("Tie", found.tie.house_edge))
    return "\\n".join(f"{name}: {100 * float(edge):.6f} % = {edge}" for name, edge in rows)
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

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  out.textContent = "Python is being loaded, once …";
  try {
    const runtime = await (loaded ??= load());
    const { house, decks, left } = form.elements;
    const ask = runtime.globals.get("ask");
    out.textContent = ask(house.value, Number(decks.value), left.value.trim());
  } catch (error) {
    const lines = String(error.message).trim().split("\n");
    out.textContent = lines[lines.length - 1];
  }
});
