import { useSignal } from "@preact/signals";

import { coded } from "../learn/coded.jsx";
import { LessonEnd } from "../learn/lesson_end.jsx";
import { say } from "../words/words.js";
import { offerOf } from "./offer.js";
import { Points } from "./points.jsx";

/** @import { Player } from "../player/player.js" */
/** @import { Bench } from "./bench.js" */

/** Below the program: what to look at, and what is to be said of the run. @param {{ bench: Bench, player: Player }} given */
export function Foot({ bench, player }) {
  const { visit } = bench;
  const offer = offerOf(bench);
  const { install } = visit.config.value;
  return (
    <>
      {!bench.form && !visit.address.isEmbedded && <Note bench={bench} player={player} />}
      <End bench={bench} player={player} />
      <div class="bench-lines" aria-live="polite">
        {bench.broken.value && <p class="bench-failure">{bench.broken.value}</p>}
        {bench.failure.value && <p class="bench-failure">{bench.failure.value}</p>}
        {bench.run.value?.is_refused && !offer && install && <p>{coded(install)}</p>}
        {lines(bench).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {offer && (
        <button type="button" class="button primary bench-offer" onClick={() => bench.on("torch")}>
          {offer}
        </button>
      )}
    </>
  );
}

/**
 * Between the picture and the bar, on a phone, where the program is hidden, and in a frame of another page: what a lesson says, and its end.
 * @param {{ bench: Bench, player: Player }} given
 */
export function Under({ bench, player }) {
  const lesson = bench.told.value;
  return (
    <>
      {lesson && <Points bench={bench} player={player} answer={lesson.note} />}
      <End bench={bench} player={player} />
    </>
  );
}

/** At the last step of a lesson: what was seen, and the next one. @param {{ bench: Bench, player: Player }} given */
function End({ bench, player }) {
  const { lesson, hasEnded, visit } = bench;
  if (!hasEnded.value || !lesson.value?.id || visit.address.isEmbedded) return null;
  const again = () => {
    bench.answers.value = new Map();
    player.seek(0);
  };
  return (
    <LessonEnd
      visit={visit}
      lesson={lesson.value}
      parts={bench.parts.value}
      answers={bench.answers.value}
      again={again}
    />
  );
}

/** What the lesson points at, and what the link says. @param {{ bench: Bench, player: Player }} given */
function Note({ bench, player }) {
  const lesson = bench.told.value;
  const remark = bench.wish.value.note;
  return (
    <>
      {remark && (
        <p class="bench-note of-link">
          <b>{say("play.link_note")}</b> {coded(remark)}
        </p>
      )}
      {lesson && <Points bench={bench} player={player} />}
      {lesson?.note && <Pointer key={lesson.id} bench={bench} note={lesson.note} />}
    </>
  );
}

/** What the lesson points at: there before one steps; from then on a line, which opens it beside the program. @param {{ bench: Bench, note: string }} given */
function Pointer({ bench, note }) {
  const isWanted = useSignal(false);
  const isFirst = bench.step.value === 1;
  const toggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => {
    isWanted.value = currentTarget.open;
  };
  if (isFirst) return <p class="bench-note">{coded(note)}</p>;
  return (
    <details class="bench-note" open={isWanted.value} onToggle={toggle}>
      <summary>{say("play.note")}</summary>
      <p>{coded(note)}</p>
    </details>
  );
}

/** How it was run, in quiet lines. @param {Bench} bench */
function lines(bench) {
  const run = bench.run.value;
  const found = [];
  if (bench.isLong.value) found.push(say(bench.form ? "play.lines.too_long_form" : "play.lines.too_long"));
  if (run?.isolated === false) found.push(say("play.lines.not_isolated"));
  if (run?.engine === "torch" && run.payload)
    found.push(say(run.isolated ? "play.lines.locked" : "play.lines.again"));
  return found;
}
