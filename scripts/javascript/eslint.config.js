// What ESLint asks of the page's modules beside types: rules that find faults, not rules of style.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/lit-html.js"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "off", // a handler may end early with what another one returns
      "default-param-last": "off",
      eqeqeq: "error",
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "off",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-useless-return": "error",
      "no-var": "error",
      "prefer-const": "error",
      radix: "error",
      "require-atomic-updates": "off",
    },
  },
];
