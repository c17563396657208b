import { useRef } from "preact/hooks";

import { say } from "../words/words.js";

/** @typedef {import("../shell/visit.js").Config} Config */

/** What is stored and logged, by who runs the programs. @param {Config} config @returns {string[]} */
export function privacy({ runs, mode }) {
  if (runs) return [say("shell.about.site"), say("shell.about.browser")];
  if (mode === "local")
    return [say("shell.about.local"), say("shell.about.boundary"), say("shell.about.browser")];
  return [say("shell.about.hosted"), say("shell.about.logged"), say("shell.about.browser")];
}

/** The foot of a place: a way to what the studio is, what it keeps, and whom it is for. @param {{ visit: import("../shell/visit.js").Visit }} props */
export function About({ visit }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const config = visit.config.value;
  return (
    <footer class="about-foot">
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {say("shell.about.open")}
      </button>
      <dialog
        ref={dialog}
        class="about"
        aria-label={say("shell.about.title")}
        onKeyDown={(event) => event.stopPropagation()}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div class="about-text">
          <h2>{say("shell.about.title")}</h2>
          <p>{say("shell.about.version", { version: config.version })}</p>
          {config.docs && (
            <p>
              <a href={config.docs} target="_blank">
                {say("shell.about.docs")}
              </a>
            </p>
          )}
          <h3>{say("shell.about.privacy")}</h3>
          {privacy(config).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <h3>{say("shell.about.accessibility")}</h3>
          <p>{say("shell.about.keys")}</p>
          <p>{say("shell.about.report")}</p>
          <form method="dialog">
            <button class="button primary">{say("shell.about.close")}</button>
          </form>
        </div>
      </dialog>
    </footer>
  );
}
