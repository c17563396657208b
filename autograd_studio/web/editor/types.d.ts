// What a page and its editors hand to each other, and the editors to CodeMirror.
import type { parts } from "./codemirror.js";

/** What the editors use of CodeMirror. */
export type CodeMirror = typeof parts;

/** A message at a line of the text, counted from 1. */
export interface Mark {
  line: number;
  message: string;
  severity: "error" | "warning" | "hint";
}

/** What a page gives an editor, as `content` of __init__.py makes it. */
export interface Content {
  text: string;
  revision: number;
  given: string;
  label: string;
  keys: string;
  locked: boolean;
  marks: Mark[];
}

/** Streamlit's: gives the page a value under a name. */
export type SetStateValue = (name: string, value: unknown) => void;

declare global {
  interface Window {
    autogradStudioCodeMirror?: { parts?: CodeMirror; arrived?: (parts: CodeMirror) => void };
  }
}
