import { render } from "preact";

import { say } from "../words/words.js";
import { noteOf, NOTED } from "./bench.js";

/** @import { Section } from "../player/player.d.ts" */
/** @import { Bench } from "./bench.js" */

/** The note that a copied link brings along, for the menu. @param {Bench} bench @returns {Section[]} */
export function remark(bench) {
  const command = {
    id: "note",
    title: say("play.remark.title"),
    keys: "",
    isOn: null,
    run: () => ask(bench),
  };
  return [{ title: say("play.remark.title"), commands: [command] }];
}

/** Let the visitor write the note. @param {Bench} bench */
function ask(bench) {
  const place = bench.host?.appendChild(document.createElement("div"));
  if (!place) return;
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(<Remark bench={bench} close={close} />, place);
  place.querySelector("dialog")?.showModal();
}

/** @param {{ bench: Bench, close: () => void }} given */
function Remark({ bench, close }) {
  const keep = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    bench.remark(noteOf(String(new FormData(event.currentTarget).get("note") ?? "")));
    close();
  };
  return (
    <dialog
      class="bench-remark"
      aria-label={say("play.remark.title")}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form onSubmit={keep}>
        <label>
          {say("play.remark.title")}
          <textarea name="note" rows={3} maxLength={NOTED} placeholder={say("play.remark.hint")}>
            {bench.wish.peek().note}
          </textarea>
        </label>
        <div class="bench-row">
          <button type="button" class="button" onClick={close}>
            {say("play.remark.cancel")}
          </button>
          <button class="button primary">{say("play.remark.keep")}</button>
        </div>
      </form>
    </dialog>
  );
}
