const PREFIX = "autograd-draft-";

/** What is written and was not yet run, kept by this tab of the browser, so that reloading the page loses nothing. */
export class Draft {
  /** @param {string} label */
  constructor(label) {
    this.name = `${PREFIX}${location.pathname} ${label}`;
  }

  /**
   * Keep a text that is written over the one that the server has given.
   * @param {string} text @param {string} given
   */
  keep(text, given) {
    this.try(() => {
      if (text === given) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify({ text, given }));
    });
  }

  /**
   * What was written over a text that the server gives, null if nothing was.
   * @param {string} given
   * @returns {string | null}
   */
  of(given) {
    const kept = this.try(() => JSON.parse(sessionStorage.getItem(this.name) ?? "null"));
    return kept?.given === given ? kept.text : null;
  }

  /** @template T @param {() => T} what */
  try(what) {
    try {
      return what();
    } catch {
      return null; // storage is full or forbidden here; then nothing is kept
    }
  }
}
