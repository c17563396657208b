import { useLoaded } from "../learn/loaded.js";
import { say } from "../words/words.js";
import { Form } from "./form.jsx";

/** @import { Bench } from "./bench.js" */

export const WAYS = /** @type {const} */ (["program", "expression", "custom_op"]);

/** @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Above the program: which lesson it is, or the three ways to write one; Run, where there is something to run. @param {{ bench: Bench, run: () => void }} given */
export function Head({ bench, run }) {
  if (bench.visit.address.isEmbedded) return bench.form ? <Form bench={bench} /> : null; // the form writes the program
  const shown = bench.isLesson.value ? bench.lesson.value : null;
  const lesson = shown?.id ? shown : null; // the program of the first screen has no place among lessons
  return (
    <>
      <div class={lesson ? "bench-row of-lesson" : "bench-row"}>
        <h1 class={lesson ? "" : "unseen"}>{shown?.title ?? say("play.untitled")}</h1>
        {!lesson && <Ways bench={bench} />}
        {!bench.form && bench.mayRun.value ? <Run run={run} /> : lesson && <Place bench={bench} />}
      </div>
      {bench.form && <Form bench={bench} />}
    </>
  );
}

/** @param {{ run: () => void }} given */
function Run({ run }) {
  return (
    <button type="button" class="button primary bench-run" title={say("play.run_hint")} onClick={run}>
      <svg width="10" height="10" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2 .8v10.400L11 6z" fill="currentColor" />
      </svg>
      {say("play.run")}
    </button>
  );
}

/** Where a lesson stands among those of its topic, and the ways to the ones beside it. @param {{ bench: Bench }} given */
function Place({ bench }) {
  const { visit } = bench;
  const all = useLoaded(() => visit.lessons)?.lessons ?? [];
  const lesson = bench.lesson.value;
  const at = all.findIndex(({ id }) => id === lesson?.id);
  if (at < 0) return null;
  const topic = all.filter(({ topic: one }) => one === all[at].topic);
  const number = topic.indexOf(all[at]) + 1;
  return (
    <div class="bench-place">
      <span>{say("play.of_topic", { number, count: topic.length })}</span>
      <Beside bench={bench} lesson={all[at - 1]} name="previous" way="M7 2 3.500 6 7 10" />
      <Beside bench={bench} lesson={all[at + 1]} name="next" way="m5 2 3.500 4L5 10" />
    </div>
  );
}

/** @param {{ bench: Bench, lesson: import("../shell/visit.js").Lesson | undefined, name: "previous" | "next", way: string }} given */
function Beside({ bench, lesson, name, way }) {
  if (!lesson) return null;
  const label = say(`play.${name}_lesson`, { title: lesson.title });
  return (
    <a href={bench.visit.address.href("program", { lesson: lesson.id })} aria-label={label} title={label}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={way} fill="none" stroke="currentColor" stroke-width="1.6" />
      </svg>
    </a>
  );
}

/** @param {{ bench: Bench }} given */
function Ways({ bench }) {
  const { address } = bench.visit;
  const go = (/** @type {typeof WAYS[number]} */ way) => address.go(way);
  const key = (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ event) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation(); // the player would step
    const at = WAYS.findIndex((way) => way === bench.place);
    const to = WAYS[(at + by + WAYS.length) % WAYS.length];
    const root = /** @type {ShadowRoot} */ (event.currentTarget.getRootNode());
    go(to);
    requestAnimationFrame(() =>
      root
        .querySelector(/** @type {"button"} */ (`[data-way="${to}"] .bench-ways [aria-checked="true"]`))
        ?.focus(),
    );
  };
  return (
    <div class="bench-ways" role="radiogroup" aria-label={say("play.label")} onKeyDown={key}>
      {WAYS.map((way) => (
        <button
          key={way}
          type="button"
          role="radio"
          aria-checked={way === bench.place}
          tabIndex={way === bench.place ? 0 : -1}
          onClick={() => go(way)}
        >
          {say(`play.${way}`)}
        </button>
      ))}
    </div>
  );
}
