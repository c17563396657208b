import { own } from "../runner/content.js";
import { say } from "../words/words.js";

/** The first screen's head: what this is, and three ways to begin. @param {{ visit: import("./visit.js").Visit }} props */
export function Start({ visit }) {
  const begin = (/** @type {() => void} */ then) => () => {
    visit.start();
    then();
  };
  return (
    <div class="start">
      <p>
        <b>{say("shell.start.what")}</b> <span>{say("shell.start.how")}</span>
      </p>
      <div role="group" aria-label={say("shell.start.label")}>
        <button class="button primary" onClick={begin(() => (visit.tour.value = true))}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2 .8v10.400L11 6z" fill="currentColor" />
          </svg>
          {say("shell.start.tour")}
        </button>
        <button class="button raised" onClick={begin(() => (visit.asked.value = ""))}>
          {say("shell.start.question")}
        </button>
        <button class="button raised" onClick={begin(() => visit.open(own("")))}>
          {say("shell.start.code")}
        </button>
      </div>
    </div>
  );
}
