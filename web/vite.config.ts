import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { offlinePage } from "./offline.ts";

const OUT = "../src/casinowar/static"; // tools/web.py stamps it

/** Every text file also compressed, beside itself: the service sends what the browser reads. */
function packed(): Plugin {
  const pack = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) pack(path);
      else if (/\.(js|css|html|svg|webmanifest)$/.test(name))
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  };
  return { name: "packed", apply: "build", closeBundle: () => pack(OUT) };
}

/** The page for a visit without a connection. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "offline.html", source: offlinePage() });
    },
  };
}

/** The table's room is fetched while the front is looked at; it is run when somebody sits down. */
function ahead(): Plugin {
  return {
    name: "ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {}, chunk: entry }) {
        const table = Object.values(bundle).find(
          (one) => one.type === "chunk" && one.facadeModuleId?.endsWith("rooms/Table.svelte"),
        );
        if (table?.type !== "chunk") throw new Error("the table's room is no file of its own");
        const files = [table.fileName, ...table.imports]
          .filter((file) => file !== entry?.fileName && !entry?.imports.includes(file))
          .flatMap((file) => {
            const chunk = bundle[file];
            const styles = chunk?.type === "chunk" ? (chunk.viteMetadata?.importedCss ?? []) : [];
            return [file, ...styles];
          });
        return files.map((file) => ({
          tag: "link",
          attrs: { rel: "prefetch", href: `/${file}` },
          injectTo: "head" as const,
        }));
      },
    },
  };
}

/** A worker that keeps other files is another worker. */
function kept(): Plugin {
  const FILES = ["offline.html", "offline.css", "offline.js", "icon.svg"];
  const stamp = (): void => {
    const digest = FILES.reduce(
      (hash, file) => hash.update(readFileSync(join(OUT, file))),
      createHash("sha256"),
    ).digest("hex");
    const worker = join(OUT, "worker.js");
    writeFileSync(worker, readFileSync(worker, "utf8").replace("DIGEST", digest.slice(0, 12)));
  };
  return { name: "kept", apply: "build", closeBundle: stamp };
}

/** A request costs some 800 bytes of its own: what is always loaded together is one file. */
const FILES = [
  { name: "first", tags: ["$initial" as const] },
  {
    name: "table-and-rounds",
    test: /src\/(lib\/citing|reduce\/(names|table)|state\/clocks|view\/parts\/(Clause|Chip)|wire\/link|words\/(cited|log))\./,
  },
];

export default defineConfig({
  plugins: [svelte(), offline(), ahead(), kept(), packed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: FILES } },
    },
  },
});
