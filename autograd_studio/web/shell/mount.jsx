import { render } from "preact";

import { say } from "../words/words.js";
import { App } from "./app.jsx";
import css from "./shell.css";
import { sheets, style } from "./styles.js";
import tokens from "./tokens.css";
import { Visit } from "./visit.js";

export { mountFile } from "../offline/file.js";

style(tokens);
style(css);

/** @typedef {import("./visit.js").Config} Config */

/** @type {Visit | undefined} */
let visit;
let renew = () => {};

/**
 * Show the studio over the whole window; called again, it takes over the configuration and stays as it is.
 * @param {{ data: Config, setTriggerValue: (name: string, value: unknown) => void }} component of Streamlit's
 */
export function mount({ data, setTriggerValue }) {
  renew = () => setTriggerValue("renew", Date.now());
  if (visit) visit.config.value = data;
  else visit = begin(data);
}

/** @param {Config} config */
function begin(config) {
  for (const [family, file] of /** @type {const} */ ([
    ["Inter", "inter"],
    ["JetBrains Mono", "jetbrains-mono"],
  ])) {
    const source = `url(${JSON.stringify(config.files[file])})`;
    document.fonts.add(new FontFace(family, source, { weight: "100 900", display: "swap" }));
  }
  document.documentElement.lang = say("shell.language");
  const host = document.createElement("div");
  host.id = "autograd-studio";
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = sheets();
  document.body.append(host);
  hideOthers(host);
  const made = new Visit(config, host, () => renew());
  render(<App visit={made} />, root);
  return made;
}

/** Let nobody come upon what lies below the app: Streamlit's own header. @param {HTMLElement} host */
function hideOthers(host) {
  const hide = () => {
    for (const other of document.body.children)
      if (other !== host && other instanceof HTMLElement) other.inert = true;
  };
  hide();
  new MutationObserver(hide).observe(document.body, { childList: true });
}
