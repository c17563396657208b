// Whose a text is: the visitor's own, or foreign, which is what an address brought and nobody has asked to run.

/** A text, and whether it is foreign: then it runs only where it is isolated. */
export class Content {
  /** @param {string} text @param {boolean} isForeign */
  constructor(text, isForeign) {
    this.text = text;
    this.isForeign = isForeign;
  }
}

/** What the studio brings, or the visitor has written or asked to run. @param {string} text */
export const own = (text) => new Content(text, false);

/** What an address brought. @param {string} text */
export const foreign = (text) => new Content(text, true);
