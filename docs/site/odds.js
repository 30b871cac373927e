// The exact odds in the reader's browser: Python and casinowar.odds from this site, on click.
const python = new URL("../python/", import.meta.url);
const form = document.querySelector("#odds-here");
const { house, decks, left } = form.elements;
const out = form.querySelector("output");
const ASK = `
import json
from casinowar.odds import odds_of
from casinowar.odds.shoe import parse_shoe
from casinowar.report.answer_text import odds_text
from casinowar.report.figures import percent
def ask(house, decks, left):
    found = odds_of(house, cards_left=parse_shoe(left)) if left else odds_of(house, decks=decks)
    shoe = "the cards left" if left else "1 deck" if found.decks == 1 else f"{found.decks} decks"
    wagers = [*found.wagers, *([found.tie_alone] if found.tie_alone else [])]
    rows = [[one.title, percent(one.house_edge), str(one.house_edge)] for one in wagers]
    rows += [[side.bet.title, "unknown", side.reason] for side in found.side_bets if not side.odds]
    rows[0][0] = f"First wager ({rows[0][0]})"
    title = f"House edge at {found.house.title}, {shoe}"
    return json.dumps({"title": title, "rows": rows, "text": "\\n".join(odds_text(found))})
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

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.append(...(text ? [text] : []), ...children);
  return made;
}

/** A cell; a fraction may break after its slash. */
function cell(text) {
  const made = element("td", "");
  made.append(...text.split(/(?<=\/)/).flatMap((part, at) => (at ? [element("wbr"), part] : [part])));
  return made;
}

function answer({ title, rows, text }) {
  const heads = ["Wager", "House edge", "Exact"].map((head) => element("th", head));
  const body = rows.map((row) => element("tr", "", ...row.map(cell)));
  const table = element("table", "");
  table.append(element("caption", title), element("thead", "", element("tr", "", ...heads)));
  table.append(element("tbody", "", ...body));
  const whole = element("pre", text);
  whole.tabIndex = 0; // it scrolls
  const more = element("details", "", element("summary", "Everything that casinowar odds prints"), whole);
  return [table, more];
}

function ownDecks() {
  decks.placeholder = decks.value = house.selectedOptions[0].dataset.decks;
}

house.addEventListener("change", ownDecks);
ownDecks(); // a browser may have kept the house of the last visit
form.addEventListener("input", () => out.replaceChildren()); // it was about another shoe
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  out.textContent = "Python is being loaded, once …";
  try {
    const runtime = await (loaded ??= load());
    const ask = runtime.globals.get("ask");
    const number = Number(decks.value || decks.placeholder);
    out.replaceChildren(...answer(JSON.parse(ask(house.value, number, left.value.trim()))));
  } catch (error) {
    const last = String(error.message).trim().split("\n").at(-1);
    out.textContent = last.replace(/^[\w.]*Error: /, ""); // without Python's own name for it
  }
});
