/** Return a text in which code stands between backquotes, with that as code. @param {string} text */
export function coded(text) {
  return text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}
