// On the clause index: a field that keeps the rows in which all its words occur.
const article = document.querySelector("article");
const title = article?.querySelector("h1");
if (title?.textContent.startsWith("Clause index")) {
  const rows = [...article.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const label = document.createElement("label");
  label.className = "clause-filter";
  label.append("Find a clause ");
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "WI h6, burn, tie …";
  const count = document.createElement("output");
  label.append(field, " ", count);
  title.after(label);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => texts[at].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = words.length ? `${shown} of ${rows.length}` : "";
  });
}

// The theme adds a landmark to each block of code; each needs a name of its own.
const named = new WeakSet();
let blocks = 0;
function nameBlocks() {
  for (const nav of document.querySelectorAll(".md-code__nav")) {
    if (!named.has(nav)) {
      named.add(nav);
      blocks += 1;
      nav.setAttribute("aria-label", `Code ${blocks}`);
    }
  }
}
nameBlocks();
new MutationObserver(nameBlocks).observe(document.body, { childList: true, subtree: true });
