import { html } from "./dom.js";

/** Copy a text, by hand where the clipboard is not offered, as on pages without https. */
export async function copy(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = html("textarea", { class: "unseen", readonly: true }, text);
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
