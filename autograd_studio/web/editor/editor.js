// An editor of its own, as Streamlit mounts it.
import { Writing } from "./writing.js";

const editors = new WeakMap();

class Editor {
  constructor(root) {
    this.element = root.querySelector(".editor");
    this.fault = this.element.querySelector(".fault");
    this.keys = this.element.querySelector(".keys");
    this.writing = new Writing(this.element.querySelector(".text"));
    this.fault.onclick = () => this.writing.goTo(this.failed.line);
  }

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

/** Called by Streamlit on mounting, and again with the same element whenever data or theme change. */
export default function mount(component) {
  const { parentElement } = component;
  let editor = editors.get(parentElement);
  if (!editor?.element.isConnected) {
    editor?.close();
    editor = new Editor(parentElement);
    editors.set(parentElement, editor);
  }
  editor.take(component);
  return () => {
    editor.close();
    editors.delete(parentElement);
  };
}
