// What the parts of the page look like: each brings its style sheet, the app's shadow root adopts them all.

/** @type {string[]} */
const texts = [];

/**
 * Bring a style sheet; called by a part's module as it is loaded.
 * @param {string} text
 */
export function style(text) {
  texts.push(text);
}

/** Return the style sheets that were brought, in that order. */
export function sheets() {
  return texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}
