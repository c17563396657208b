import { load } from "../editor/loading.js";
import { Player } from "../player/player.js";
import { sheets, style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./file.css";

/** @import { Printed, Run } from "../runner/types.d.ts" */

/**
 * What a page that needs no server shows; `step` counts from 1.
 * @typedef {{ program: string, step: number, printed: Printed | null, payload: object }} Saved
 */

style(css);

/**
 * Show a run in a page that needs no server: a saved file, or the output of a notebook's cell.
 * @param {{ element: HTMLElement, run: string }} page the place, and a `Saved` as compressed JSON in base64
 */
export async function mountFile({ element, run }) {
  paint(element);
  const root = element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = sheets();
  const host = document.createElement("div");
  host.className = "file";
  root.append(host);
  load();
  const player = new Player(host, {});
  show(player, await unpacked(run));
  return player;
}

/** Let a page be light or dark: as a notebook says of itself, else as the system is. @param {HTMLElement} element */
function paint(element) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  /** @type {string | undefined} */
  let told;
  const draw = () => {
    element.dataset.theme = told ?? (system.matches ? "dark" : "light");
  };
  system.addEventListener("change", draw);
  addEventListener("message", ({ data }) => {
    if (data?.scheme !== "light" && data?.scheme !== "dark") return;
    told ??= data.scheme;
    draw();
  });
  draw();
}

/** Let a player show what was saved. @param {Player} player @param {Saved} saved */
export function show(player, { program, step, ...saved }) {
  player.show({
    run: /** @type {Run} */ ({ ...WHOLE, ...saved, program, step }),
    code: { text: program, given: program, label: say("file.program"), locked: true },
  });
}

/** @type {Omit<Run, "program" | "step" | "printed" | "payload">} */
const WHOLE = {
  kind: "run",
  engine: "built-in",
  is_whole: true,
  status: "ok",
  message: null,
  isolated: null,
  error: null,
  is_refused: false,
};

/** @param {string} text @returns {Promise<Saved>} */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
