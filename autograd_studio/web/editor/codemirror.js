// What the editor needs of CodeMirror. `make bundles` makes bundles/codemirror.js of it.
//
// The bundle is a Streamlit component of its own, which shows nothing: its message never changes, so the browser keeps
// it, while the editors' own messages stay small. It hands CodeMirror over through a promise on the window.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  showPanel,
  WidgetType,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export const parts = {
  bracketMatching,
  classHighlighter,
  Decoration,
  defaultKeymap,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  pythonLanguage,
  setDiagnostics,
  showPanel,
  StateEffect,
  StateField,
  syntaxHighlighting,
  WidgetType,
};

const promised = (window.autogradStudioCodeMirror ??= {});
promised.parts = parts;
promised.arrived?.(parts);

export default function mount() {}
