import { html } from "./dom.js";

/**
 * Copy a text, by hand where the clipboard is not offered, as on pages without https.
 * @param {string} text @param {Element} parent
 */
export async function copy(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const made = html("textarea", { class: "unseen", readonly: true }, text);
    const field = /** @type {HTMLTextAreaElement} */ (made);
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
