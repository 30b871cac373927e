import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/protocol.ts", "src/answers.ts", "node_modules/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // the type checker finds undefined names, and knows the types among them
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_$" },
      ],
      // only drawings of src/art are put in, never what a person or the service wrote
      "svelte/no-at-html-tags": "off",
      // {" "} keeps the space that formatting would take
      "svelte/no-useless-mustaches": "off",
      // most are built once and never changed; what is rendered from is $state.raw
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig },
    },
  },
);
