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

// player.js > present > panes > tools | stage | motion > model > base: a folder of the player imports none that stands above it.
const UPPER = {
  base: ["model/", "stage/", "motion/", "tools/", "panes/", "present/", "player.js"],
  model: ["stage/", "motion/", "tools/", "panes/", "present/", "player.js"],
  stage: ["motion/", "tools/", "panes/", "present/", "player.js"],
  motion: ["stage/", "tools/", "panes/", "present/", "player.js"],
  tools: ["stage/", "motion/", "panes/", "present/", "player.js"],
  panes: ["present/", "player.js"],
  present: ["player.js"],
};

/** The rules by which a folder imports nothing of others, not even a type in a comment. */
function apart(/** @type {string} */ folder, /** @type {string[]} */ others) {
  const group = others.map((name) => (name.endsWith("/") ? `**/${name}**` : `**/${name}`));
  const message = "This stands above: see UPPER in eslint.config.js.";
  return {
    files: [`autograd_studio/web/${folder}/**/*.{js,jsx}`],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group, message }] }],
      "no-warning-comments": ["error", { terms: others.map((name) => `../${name}`), location: "anywhere" }],
    },
  };
}

// A sentence that a user may read stands in the catalogue (words/words.js): a text of two words or more that begins with a
// capital letter or ends with a full stop or the like, and between tags any two words, and one with a capital letter.
const KEYS = "(?!\\s*(Home End|Esc|Enter|Tab|(Ctrl|Shift) \\w+)\\s*$)";
const SENTENCE = `/^${KEYS}\\s*[A-Z][a-z’']+,? \\w|^\\s*[\\w’']{2,},? .*[\\w)”][.?!…]\\s*$/`;
const TEXT = `/\\w{2}\\S* +\\w|^${KEYS}\\s*[A-Z][a-z]{2}/`;
const sentences = [
  `Literal[value=${SENTENCE}]`,
  `TemplateElement[value.cooked=${SENTENCE}]`,
  `JSXText[value=${TEXT}]`,
];
const message = "A sentence belongs into the catalogue: say() it.";

export default [
  { ignores: ["autograd_studio/web/bundles/", "autograd_studio/web/words/en.js"] },
  js.configs.recommended,
  { rules: mistakes, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["autograd_studio/web/*/**/*.{js,jsx}", "tests/browser/*.js"],
    languageOptions: { globals: globals.browser, parserOptions: { ecmaFeatures: { jsx: true } } },
  },
  {
    files: ["autograd_studio/web/*/**/*.{js,jsx}"],
    rules: { "no-restricted-syntax": ["error", ...sentences.map((selector) => ({ selector, message }))] },
  },
  { files: ["autograd_studio/web/*.js", "tests/js/*.mjs"], languageOptions: { globals: globals.node } },
  ...Object.entries(UPPER).map(([folder, upper]) => apart(`player/${folder}`, upper)),
  apart("editor", ["player/", "compare/"]),
  // Each is one function, which the browser evaluates.
  { files: ["tests/browser/*.js"], rules: { "no-unused-expressions": "off" } },
];
