import python from "../editor/writing.css";
import player from "./player.css";
import bar from "./panes/bar.css";
import card from "./panes/card/card.css";
import drawer from "./panes/drawer.css";
import inside from "./panes/inside.css";
import banner from "./panes/banner.css";
import program from "./panes/program.css";
import present from "./present/present.css";
import why from "./panes/why.css";
import motion from "./motion/motion.css";
import scene from "./stage/scene.css";
import magnitudes from "./stage/magnitudes.css";
import memory from "./stage/memory_overlay.css";
import nudge from "./tools/nudge.css";
import pair from "./tools/pair.css";
import predict from "./tools/predict.css";
import prompt from "./tools/prompt.css";

/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * Let what a document or a shadow root holds look as the player has it: nothing but the players in it is touched.
 * @param {Node} root
 */
export function adopt(root) {
  const place = /** @type {Document | ShadowRoot} */ (root);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    const parts = [
      python,
      player,
      bar,
      program,
      banner,
      scene,
      card,
      drawer,
      why,
      nudge,
      magnitudes,
      memory,
      prompt,
      pair,
      inside,
      predict,
      motion,
      present,
    ];
    sheet.replaceSync(`@scope (.frame) { ${parts.join("\n")} }`);
  }
  if (!place.adoptedStyleSheets.includes(sheet)) place.adoptedStyleSheets.push(sheet);
}
