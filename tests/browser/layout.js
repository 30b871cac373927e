// Evaluated in the page by layout.py: what cannot be read there, in words.
(shortened) => {
  const SHRINK = 0.2; // of a line's height: the room above and below the letters
  const found = new Set();
  const style = (element) => getComputedStyle(element);
  const painted = (element) => {
    const { backgroundColor, backgroundImage, borderTopWidth, borderTopColor } =
      style(element);
    const alpha = (colour) =>
      Number(
        /[\d.]+(?=\)$)/.exec(/rgba|\//.test(colour) ? colour : "")?.[0] ?? 1,
      );
    return (
      (backgroundColor !== "rgba(0, 0, 0, 0)" &&
        alpha(backgroundColor) > 0.1) ||
      backgroundImage !== "none" ||
      (parseFloat(borderTopWidth) > 0 && alpha(borderTopColor) > 0)
    );
  };
  const name = (element) => {
    const own = [...element.classList].filter(
      (one) => !one.startsWith("svelte-"),
    );
    return element.tagName.toLowerCase() + own.map((one) => "." + one).join("");
  };
  // what stays in the window while the page scrolls lies over the page for a moment only
  const stays = (element) => {
    for (let up = element; up; up = up.parentElement)
      if (["fixed", "sticky"].includes(style(up).position)) return true;
    return false;
  };
  // --- the texts that can be seen; cards and chips lie on what is printed on the cloth
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (
      !node.data.trim() ||
      parent.closest(
        "svg, script, style, noscript, option, .sr, .skip, .slot__word, .spot__word",
      )
    )
      continue;
    if (
      !parent.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      })
    )
      continue;
    if (parseFloat(style(parent).fontSize) === 0) continue;
    if (shortened.some((one) => parent.closest(one))) continue;
    let hidden = false;
    for (let up = parent; up; up = up.parentElement)
      hidden ||= style(up).clipPath.startsWith("inset(50%");
    if (hidden || stays(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // --- no word and no sum is broken in two
    for (const { 0: word, index } of node.data.matchAll(/[^\s\u200b/·–-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter((one) => one.width >= 1);
      if (tops.length > 1 && tops.at(-1).top - tops[0].top > tops[0].height / 2)
        found.add(`"${word}" (${name(parent)}) is broken`);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      if (box.bottom < 0 || box.top > innerHeight) continue; // measured when it is scrolled to
      const less = box.height * SHRINK;
      texts.push({
        node,
        parent,
        words: node.data.trim().slice(0, 30),
        left: box.left + 0.5,
        right: box.right - 0.5,
        top: box.top + less,
        bottom: box.bottom - less,
      });
    }
  }
  const said = (text) => `"${text.words}" (${name(text.parent)})`;
  // --- no two texts overlap
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (one.node === other.node) continue;
      const wide =
        Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high =
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1)
        found.add(`${said(one)} overlaps ${said(other)}`);
    }
  });
  for (const text of texts) {
    // --- no text leaves the window, or a box that is painted or that clips it
    if (text.left < -1 || text.right > innerWidth + 1)
      found.add(`${said(text)} leaves the window`);
    for (
      let up = text.parent;
      up && up !== document.body;
      up = up.parentElement
    ) {
      const { overflowX, overflowY, position, display } = style(up);
      if (display === "contents") continue;
      const box = up.getBoundingClientRect();
      const out = text.left < box.left - 1 || text.right > box.right + 1;
      const over = text.top < box.top - 1 || text.bottom > box.bottom + 1;
      const clips =
        (overflowX !== "visible" &&
          out &&
          overflowX !== "auto" &&
          overflowX !== "scroll") ||
        (overflowY !== "visible" &&
          over &&
          overflowY !== "auto" &&
          overflowY !== "scroll");
      if (clips) found.add(`${said(text)} is cut off by ${name(up)}`);
      else if ((out || over) && display !== "inline" && painted(up))
        found.add(`${said(text)} leaves ${name(up)}`);
      if (clips || overflowX === "auto" || overflowY === "auto") break;
      if (position === "absolute" || position === "fixed") break;
    }
    // --- nothing lies on a text
    const y = (text.top + text.bottom) / 2;
    if (y < 0 || y > innerHeight) continue;
    for (let x = text.left + 1; x < text.right; x += 9) {
      for (const above of document.elementsFromPoint(
        Math.min(x, text.right - 1),
        y,
      )) {
        if (above.contains(text.parent) || text.parent.contains(above)) break;
        if (above.closest(".skip") || stays(above)) continue;
        if (
          above.closest("svg")
            ? !above.closest(".table__art") && above.tagName !== "svg"
            : painted(above)
        ) {
          const top = above.closest("svg") ?? above;
          found.add(
            `${said(text)} is covered by ${name(top)} in ${name(top.parentElement)}`,
          );
          break;
        }
      }
    }
  }
  // --- nothing but another card of the same hand lies on the corner of a card
  for (const card of document.querySelectorAll(".seat__cards .card")) {
    const { left, top, width, height } = card.getBoundingClientRect();
    const [x, y] = [left + width * 0.2, top + height * 0.15];
    const above = document.elementFromPoint(x, y);
    if (
      !above ||
      stays(above) ||
      above.closest(".seat__cards") === card.closest(".seat__cards")
    )
      continue;
    found.add(
      `a card is covered by ${name(above)} in ${name(above.parentElement)}`,
    );
  }
  return [...found];
};
