// Rules that find mistakes; how the code looks is Prettier's business.
import js from "@eslint/js";
import globals from "globals";

const mistakes = {
  "array-callback-return": "error",
  "consistent-return": "error",
  "default-case-last": "error",
  eqeqeq: ["error", "always", { null: "ignore" }], // == null: neither null nor undefined
  "no-constructor-return": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-loop-func": "error",
  "no-new-func": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "error",
  "no-self-compare": "error",
  "no-shadow": ["error", { allow: ["_"] }],
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable-loop": "error",
  "no-unused-expressions": "error",
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "require-atomic-updates": "error",
};

// player.js > panes > tools | stage > model > base: a folder of the player imports none that stands above it.
const UPPER = {
  base: ["model/", "stage/", "tools/", "panes/", "player.js"],
  model: ["stage/", "tools/", "panes/", "player.js"],
  stage: ["tools/", "panes/", "player.js"],
  tools: ["stage/", "panes/", "player.js"],
  panes: ["player.js"],
};

/** The rules by which a folder imports nothing of others, not even a type in a comment. */
function apart(/** @type {string} */ folder, /** @type {string[]} */ others) {
  const group = others.map((name) => (name.endsWith("/") ? `**/${name}**` : `**/${name}`));
  const message = "This stands above: see UPPER in eslint.config.js.";
  return {
    files: [`autograd_studio/web/${folder}/**/*.js`],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group, message }] }],
      "no-warning-comments": ["error", { terms: others.map((name) => `../${name}`), location: "anywhere" }],
    },
  };
}

export default [
  { ignores: ["autograd_studio/web/bundles/"] },
  js.configs.recommended,
  { rules: mistakes, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["autograd_studio/web/{player,editor,compare,ladder}/**/*.js", "tests/browser/*.js"],
    languageOptions: { globals: globals.browser },
  },
  { files: ["autograd_studio/web/*.js", "tests/js/*.mjs"], languageOptions: { globals: globals.node } },
  ...Object.entries(UPPER).map(([folder, upper]) => apart(`player/${folder}`, upper)),
  apart("editor", ["player/", "compare/", "ladder/"]),
  apart("compare", ["player/", "editor/", "ladder/"]),
  apart("ladder", ["player/", "editor/", "compare/"]),
  // Each is one function, which the browser evaluates.
  { files: ["tests/browser/*.js"], rules: { "no-unused-expressions": "off" } },
];
