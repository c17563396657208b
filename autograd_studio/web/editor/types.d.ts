// What the editors and those who show them hand to each other, and the editors to CodeMirror.
import type { parts } from "./codemirror.js";

/** What the editors use of CodeMirror. */
export type CodeMirror = typeof parts;

/** A message at a line of the text, counted from 1. */
export interface Mark {
  line: number;
  message: string;
  severity: "error" | "warning" | "hint";
}

/**
 * What an editor is given. `given` is what the page's address gives: what is written beyond that is kept by this tab of the
 * browser. `label` and `keys` are read aloud; `locked` is whether nothing can be written.
 */
export interface Content {
  text: string;
  given: string;
  label: string;
  keys: string;
  locked: boolean;
  marks: Mark[];
}

declare global {
  interface Window {
    autogradStudioCodeMirror?: CodeMirror;
  }
}
