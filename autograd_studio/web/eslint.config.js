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

export default [
  { ignores: ["autograd_studio/web/bundles/"] },
  js.configs.recommended,
  { rules: mistakes, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["autograd_studio/web/{player,editor,compare,ladder}/**/*.js", "tests/browser/*.js"],
    languageOptions: { globals: globals.browser },
  },
  { files: ["autograd_studio/web/*.js", "tests/js/*.mjs"], languageOptions: { globals: globals.node } },
  // Each is one function, which the browser evaluates.
  { files: ["tests/browser/*.js"], rules: { "no-unused-expressions": "off" } },
];
