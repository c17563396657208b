// What the editor needs of CodeMirror. `make bundles` makes bundles/codemirror.js of it.
//
// The studio imports the bundle (loading.js); a page without a server has it as a script, which leaves it on the window.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  showPanel,
  ViewPlugin,
  WidgetType,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export const parts = {
  bracketMatching,
  classHighlighter,
  Compartment,
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
  ViewPlugin,
  WidgetType,
};

window.autogradStudioCodeMirror = parts;
