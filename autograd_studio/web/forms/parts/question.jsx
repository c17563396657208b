import { named } from "../../editor/hidden.js";
import { say } from "../../words/words.js";
import { reaching } from "./reaching.js";

/**
 * Asks whether to run what the address brought where nothing would isolate it.
 * @param {{ text: string, onConfirm: () => void }} given
 */
export function Question({ text, onConfirm }) {
  const [hidden, imported] = [named(text), reaching(text)].map((names) => names.join(", "));
  return (
    <section class="question" aria-label={say("forms.question.title")}>
      <div>
        <h2>{say("forms.question.title")}</h2>
        <p>{say("forms.question.meaning")}</p>
        {hidden && <p class="warning">{say("forms.question.hidden", { names: hidden })}</p>}
        {imported && <p class="warning">{say("forms.question.reaching", { names: imported })}</p>}
        <button type="button" class="button primary" onClick={onConfirm}>
          {say("forms.question.run")}
        </button>
      </div>
    </section>
  );
}
