// An editor of its own, as Streamlit mounts it.
import { Writing } from "./writing.js";

/** @import { Content, SetStateValue } from "./types.d.ts" */
/** @typedef {{ parentElement: ParentNode, data: Content & { lineWord: string }, setStateValue: SetStateValue }} Component */

/** @type {WeakMap<ParentNode, Editor>} */
const editors = new WeakMap();

class Editor {
  /** @param {ParentNode} root */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(name));
    this.element = part(".editor");
    this.fault = part(".editor .fault");
    this.keys = part(".editor .keys");
    this.writing = new Writing(part(".editor .text"));
    this.fault.onclick = () => this.failed && this.writing.goTo(this.failed.line);
  }

  /** @param {Component} component */
  take({ data, setStateValue }) {
    this.keys.textContent = data.keys;
    this.keys.hidden = !data.keys;
    this.failed = data.marks.find(({ severity }) => severity === "error");
    this.fault.hidden = !this.failed;
    this.fault.textContent = this.failed
      ? `${data.lineWord} ${this.failed.line}: ${this.failed.message}`
      : "";
    this.writing.take(data, setStateValue);
  }

  close() {
    this.writing.close();
  }
}

/**
 * Called by Streamlit on mounting, and again with the same element whenever data or theme change.
 * @param {Component} component
 */
export default function mount(component) {
  const { parentElement } = component;
  const before = editors.get(parentElement);
  const editor = before?.element.isConnected ? before : new Editor(parentElement);
  if (before !== editor) before?.close();
  editors.set(parentElement, editor);
  editor.take(component);
  return () => {
    editor.close();
    editors.delete(parentElement);
  };
}
