import { recall } from "../player/base/storage.js";

/** Let the ground on which the front end will appear have the theme that the visitor has chosen: ground.css has both. */
export function paintGround() {
  const theme = recall("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}
