/** The page for a visit without a connection, with the texts of the catalogue. */

import { en } from "./src/words/en.ts";

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** It stands in for whatever address was asked for, so it tries that address again by itself. */
export function offlinePage(language = "en"): string {
  const { title, text, go } = en.blank.offline;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}: ${escaped(en.app.name)}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/offline.css">
    <script src="/offline.js" defer></script>
  </head>
  <body>
    <main>
      <div class="felt" aria-hidden="true"><i></i><b></b><i></i></div>
      <div class="text">
        <h1>${escaped(title)}</h1>
        ${text.map((line) => `<p>${escaped(line)}</p>`).join("\n        ")}
        <p class="small">${escaped(en.app.playOnly)}</p>
        <p><a href="">${escaped(go)}</a></p>
      </div>
    </main>
  </body>
</html>
`;
}
