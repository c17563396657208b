import { html } from "../base/dom.js";
import { LEGEND } from "../base/keys.js";

/** @import { Words } from "../model/story.js" */

/** Fill the list of keys. @param {Element} element @param {Words} words @param {() => void} close */
export function fillHelp(element, words, close) {
  const button = html("button.unpin", { type: "button", "aria-label": words.close }, "×");
  button.addEventListener("click", close);
  const keys = LEGEND.map(([names, word]) =>
    html("div", html("dt", html("kbd", names)), html("dd", /** @type {Record<string, any>} */ (words)[word])),
  );
  element.replaceChildren(html("div.heading", html("h3", words.help), button), html("dl", ...keys));
}
