const PREFIX = "autograd-draft-";

/** What is written and was not yet run, kept by this tab of the browser, so that reloading the page loses nothing. */
export class Draft {
  constructor(label) {
    this.name = `${PREFIX}${location.pathname} ${label}`;
  }

  /** Keep a text that is written over the one that the server has given. */
  keep(text, given) {
    this.try(() => {
      if (text === given) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify({ text, given }));
    });
  }

  /** What was written over a text that the server gives, null if nothing was. */
  of(given) {
    const kept = this.try(() => JSON.parse(sessionStorage.getItem(this.name)));
    return kept?.given === given ? kept.text : null;
  }

  try(what) {
    try {
      return what();
    } catch {
      return null; // storage is full or forbidden here; then nothing is kept
    }
  }
}
