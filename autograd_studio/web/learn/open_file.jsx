import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";

import { own } from "../runner/content.js";
import { say } from "../words/words.js";

/** @import { OpenedLesson } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */
/** @typedef {{ name: string, lesson: OpenedLesson | null, message: string }} Found what a file is, and why it is none */

/**
 * Opens lesson files: what is chosen, or let fall on a place, is read where programs run. One that holds is shown at once.
 * @param {Visit} visit
 */
export function useFiles(visit) {
  const found = useSignal(/** @type {Found | null} */ (null));
  const isOver = useSignal(false);
  const open = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    const { name } = file;
    found.value = { name, lesson: null, message: say("learn.file.reading", { name }) };
    const answer = await visit.runner.lesson(await file.text());
    if (answer.kind !== "lesson")
      found.value = { name, lesson: null, message: answer.kind === "failed" ? answer.message : "" };
    else if (answer.faults.length || answer.program === null)
      found.value = { name, lesson: answer, message: "" };
    else {
      found.value = null;
      play(visit, name, answer);
    }
  };
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    isOver.value = true;
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    isOver.value = false;
    void open(event.dataTransfer?.files[0]);
  };
  const on = visit.runner.runs
    ? { onDragOver: over, onDrop: drop, onDragLeave: () => (isOver.value = false) }
    : {};
  return { found, open, isOver, on };
}

/** @param {Visit} visit @param {string} name @param {OpenedLesson} opened */
function play(visit, name, { id, title, program, parts }) {
  if (program === null) return;
  /** @type {import("../shell/visit.js").Lesson} */
  const lesson = {
    id: `file:${id}`,
    title: title || name,
    note: parts[0]?.text ?? "",
    asked: "",
    topic: "",
    steps: 0,
    minutes: 0,
    program,
    thumbnail: { nodes: [], edges: [] },
    parts,
  };
  visit.open(own(program), { runs: true, lesson });
}

/** The button that opens a file, and what does not hold of the last one. @param {{ visit: Visit, files: ReturnType<typeof useFiles> }} props */
export function OpenFile({ visit, files }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const chosen = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    void files.open(currentTarget.files?.[0]);
    currentTarget.value = ""; // the same file, mended, is another one
  };
  if (!visit.runner.runs) return null;
  return (
    <>
      <button type="button" class="button raised" onClick={() => input.current?.click()}>
        {say("learn.file.open")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,text/markdown"
        aria-label={say("learn.file.open")}
        onChange={chosen}
      />
    </>
  );
}

/** What does not hold of a file that was opened. @param {{ visit: Visit, found: Found }} props */
export function Faults({ visit, found: { name, lesson, message } }) {
  return (
    <div class="file-faults" role="status">
      {message && <p>{message}</p>}
      {lesson && (
        <>
          <h2>{say("learn.file.faults", { count: lesson.faults.length, name })}</h2>
          <ol>
            {lesson.faults.map((fault) => (
              <li key={`${fault.line} ${fault.message}`}>
                <code>{`${name}:${fault.line}:`}</code> {fault.message}
              </li>
            ))}
          </ol>
          {lesson.program !== null && (
            <button type="button" class="button raised" onClick={() => play(visit, name, lesson)}>
              {say("learn.file.anyway")}
            </button>
          )}
        </>
      )}
    </div>
  );
}
