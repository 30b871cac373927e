// On the clause index: a field that keeps the rows in which all its words occur.
const article = document.querySelector("article");
const title = article?.querySelector("h1");
if (title?.textContent.startsWith("Clause index")) {
  const rows = [...article.querySelectorAll("tbody tr")];
  const names = rows.map((row) => row.cells[0].textContent.trim().toLowerCase());
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const sections = [...article.querySelectorAll("h2")].map((heading) => {
    const own = []; // the heading and what follows it up to the next one
    for (let one = heading; one && (one === heading || one.tagName !== "H2"); one = one.nextElementSibling)
      own.push(one);
    return { own, rows: rows.filter((row) => own.some((one) => one.contains(row))) };
  });
  const label = document.createElement("label");
  label.className = "clause-filter";
  label.append("Find a clause ");
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "WI h6, burn, tie …";
  const count = document.createElement("output");
  label.append(field, " ", count);
  title.after(label);
  const none = document.createElement("p");
  none.className = "clause-none";
  none.textContent = "No clause matches.";
  none.hidden = true;
  label.after(none);
  // "policy 3" is one clause, "WI h6" that clause with its parts; other words may begin a word
  const begins = (text, word) => {
    const end = /\d$/.test(word) ? "(?!\\d)" : "";
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\d])${plain}${end}`, "u").test(text);
  };
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const name = words.join(" ");
    const named = names.map((one) => one.startsWith(name) && begins(one, name));
    const exact = names.includes(name);
    let shown = 0;
    rows.forEach((row, at) => {
      const found = exact ? named[at] : words.every((word) => begins(texts[at], word));
      row.hidden = !found;
      shown += found ? 1 : 0;
    });
    for (const { own, rows: inside } of sections) {
      const empty = inside.length > 0 && inside.every((row) => row.hidden);
      for (const one of own) one.hidden = empty;
    }
    none.hidden = shown > 0;
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

// The theme puts each table into a box that scrolls sideways; the keyboard must reach a wide one.
const boxes = new ResizeObserver((changed) => {
  for (const { target } of changed)
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
});

function complete() {
  nameBlocks();
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) boxes.observe(box);
}
complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
