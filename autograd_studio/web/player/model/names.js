// Names of boxes as they are drawn.

/**
 * A title as it is drawn: `torch.log(c)` as `log(c)`, and products as a formula has them, `2*b*b` as `2·b·b`. Titles themselves stay as the program has them, for what
 * is searched, matched with code or read aloud. The same as `dotted` of view/wording/box_text.py.
 * @param {string} title
 */
export function dots(title) {
  const bare = title.replace(/\b(?:torch\.nn\.functional|nn\.functional|torch|F)\.(?=\w+\()/g, "");
  return bare.replace(/(?<=[\w)\]])\s*\*(?!\*)\s*(?=[\w([-])/g, "·");
}
