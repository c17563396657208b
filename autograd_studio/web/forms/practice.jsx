import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { Editor } from "../editor/editor.jsx";
import { load } from "../editor/loading.js";
import { Player } from "../player/player.js";
import { Content } from "../runner/content.js";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./forms.css";
import { faultOf, faultOfProgram, marksOf } from "./parts/faults.js";
import { Fault, Field } from "./parts/field.jsx";
import { Ladder, Task } from "./parts/ladder.jsx";
import { Diagnosis, Marking } from "./parts/marking.jsx";
import { Question } from "./parts/question.jsx";
import { Session } from "./parts/session.js";
import { recalled, remember } from "./parts/solved.js";
import { Waiting } from "./parts/waiting.jsx";
import { ATTEMPT } from "./reading.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Mark } from "../editor/types.d.ts" */
/** @import { Attempt, CheckAnswer, Marks, Run } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */
/** @import { Exercise } from "./parts/ladder.jsx" */

style(css);

/** The place where a backward pass is written by hand, and marked. @param {{ visit: Visit }} given */
export function Practice({ visit }) {
  const shown = useSignal(/** @type {string[]} */ ([]));
  const session = useMemo(
    () =>
      new Session(visit, {
        kind: ATTEMPT,
        standard: async () => attempt((await visit.forms).exercises[0]),
        formWith: ({ text }) => withProgram(visit, text),
        wanted: (practice) => ({ practice, shown: shown.peek() }),
      }),
    [visit, shown],
  );
  const exercises = useSignal(/** @type {Exercise[]} */ ([]));
  useEffect(() => {
    visit.forms.then((forms) => {
      exercises.value = forms.exercises;
    });
    load(visit.config.peek().files.codemirror);
  }, [visit, exercises]);
  useSignalEffect(() => {
    const { place, said } = visit.address.here.value;
    if (place === "practice") session.follow(said);
  });
  const given = session.given.value;
  return (
    <div class="form-place practice">
      <div class="form-pane">
        {given && <AttemptForm session={session} given={given} exercises={exercises.value} shown={shown} />}
      </div>
      <div class="form-stage">{session.found.value && <Stage visit={visit} session={session} />}</div>
    </div>
  );
}

/**
 * The exercises, the program, what is written below it, and what that is worth.
 * @param {{ session: Session<Attempt>, given: Attempt, exercises: Exercise[], shown: Signal<string[]> }} props
 *   `shown` are the names whose right gradients are to be told
 */
function AttemptForm({ session, given, exercises, shown }) {
  const typed = useSignal(given);
  const solved = useSignal(recalled());
  const written = useMemo(() => /** @type {Map<string, string>} */ (new Map()), []);
  useLayoutEffect(() => {
    typed.value = given;
  }, [typed, given]);
  const answer = session.found.value?.answer ?? null;
  const marks = answer?.kind === "marks" ? answer : null;
  const current = exercises.find(({ program }) => program === given.program);
  const isSolved = isRight(marks) && !shown.value.length;
  useEffect(() => {
    if (!current || !isSolved || solved.peek().includes(current.id)) return;
    solved.value = [...recalled(), current.id];
    remember(solved.value);
  }, [solved, current, isSolved]);

  const change = (/** @type {Partial<Attempt>} */ some) => {
    typed.value = { ...typed.peek(), ...some };
  };
  const check = () => session.run({ ...typed.peek(), output: typed.peek().output.trim() });
  const show = (/** @type {string} */ name) => {
    shown.value = [...shown.peek(), name];
    check();
  };
  const pick = (/** @type {Exercise} */ exercise) => {
    if (current) written.set(current.id, typed.peek().backward);
    shown.value = [];
    const begun = attempt(exercise);
    session.begin({ ...begun, backward: written.get(exercise.id) ?? begun.backward });
  };
  const next = current && exercises[exercises.indexOf(current) + 1];
  const faults = answer?.kind === "faults" ? answer.faults : [];
  return (
    <>
      <div class="practice-head">
        <h1>{say("forms.practice.title")}</h1>
        <Ladder exercises={exercises} current={current} solved={solved.value} onPick={pick} />
      </div>
      <Fault>{session.broken.value}</Fault>
      {current && <Task exercise={current} />}
      <section class="form-cell">
        <h2>{say("forms.program")}</h2>
        <Editor
          label={say("forms.program")}
          text={typed.value.program}
          given={given.program}
          lines={3}
          locked={Boolean(current)}
          marks={[...marksOf(faults, "program"), ...failure(answer)]}
          onChange={(program) => change({ program })}
          onRun={check}
        />
      </section>
      {!current && (
        <Field
          label={say("forms.practice.output")}
          value={typed.value.output}
          fault={faultOf(faults, "output")}
          onInput={(output) => change({ output })}
        />
      )}
      <section class="form-cell">
        <h2>{say("forms.practice.backward")}</h2>
        <Editor
          label={say("forms.practice.backward")}
          text={typed.value.backward}
          given={given.backward}
          lines={6}
          showsFault={!marks}
          marks={[...marksOf(faults, "backward"), ...(marks ? graded(marks) : [])]}
          onChange={(backward) => change({ backward })}
          onRun={check}
        />
      </section>
      <div class="practice-answer">
        <div>
          {marks && <Diagnosis marks={marks} isSolved={Boolean(current) && isSolved} />}
          <Fault>{faultOfProgram(faults)}</Fault>
          {answer?.kind === "failed" && <Fault>{answer.message}</Fault>}
        </div>
        {isSolved && next && (
          <button type="button" class="button raised" onClick={() => pick(next)}>
            {say("forms.practice.next")}
          </button>
        )}
        <button type="button" class="button primary" title={say("forms.run_hint")} onClick={check}>
          {say("forms.practice.check")}
        </button>
      </div>
      <div class="form-row practice-count">
        <p class="form-note">{marks && say("forms.practice.count", countOf(marks))}</p>
        <Waiting checking={session.checking} />
      </div>
      {marks && <Marking marks={marks} onShow={show} />}
      {session.isLong.value && <p class="form-note">{say("forms.link.too_long")}</p>}
    </>
  );
}

/** The run of the program with what is written below it. @param {{ visit: Visit, session: Session<Attempt> }} given */
function Stage({ visit, session }) {
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const player = useRef(/** @type {Player | null} */ (null));
  useLayoutEffect(() => {
    const made = new Player(/** @type {Element} */ (host.current), { runner: visit.runner });
    player.current = made;
    return () => made.close();
  }, [visit]);
  const { form, answer } = session.found.value ?? {};
  useEffect(() => {
    if (answer?.kind !== "marks") return undefined;
    const program = new Content(answer.program, session.isForeign);
    const wanted = { program, engine: /** @type {const} */ ("built-in") };
    const running = new AbortController();
    const show = (/** @type {Run} */ run) => player.current?.show({ run, wanted, ...stage(answer) });
    const told = (/** @type {import("../runner/types.d.ts").Told} */ event) =>
      event.kind === "run" && show(event);
    visit.runner
      .run(wanted, { signal: running.signal, told })
      .then((run) => run.kind === "run" && show(run))
      .catch((error) => {
        if (!running.signal.aborted) throw error;
      });
    return () => running.abort();
  }, [visit, session, answer]);
  const asks = answer?.kind === "unlocked" && form;
  return (
    <>
      {asks && <Question text={`${form.program}\n${form.backward}`} onConfirm={() => session.run(form)} />}
      <div class="form-player" ref={host} hidden={Boolean(asks)} />
    </>
  );
}

/** How the player shows what is written: below the program, without a second text of it. @param {Marks} marks */
function stage(marks) {
  const shift = marks.first_line - 1;
  const lines = graded(marks).map((mark) => ({ ...mark, line: mark.line + shift }));
  const label = say("forms.practice.together");
  return {
    code: { text: marks.program, given: marks.program, label, locked: true, marks: lines },
    showsCode: false,
    byHand: shift - 1, // the line of no_grad(), above that of the seed
  };
}

/** The lines where gradients are given, and where the text stopped. @param {Marks} marks @returns {Mark[]} */
function graded({ rows, stopped }) {
  /** @type {Mark[]} */
  const found = rows.flatMap(({ name, line, said, is_right: isRight_ }) =>
    line === null ? [] : [{ line, message: `d${name}: ${said}`, severity: isRight_ ? "hint" : "error" }],
  );
  if (stopped?.[0]) found.unshift({ line: stopped[0], message: stopped[1], severity: "error" });
  return found;
}

/** Where the program failed, as a mark. @param {CheckAnswer | null} answer @returns {Mark[]} */
function failure(answer) {
  if (answer?.kind !== "failed" || answer.line == null) return [];
  return [{ line: answer.line, message: answer.message, severity: "error" }];
}

/** How many gradients are right. @param {Marks} marks */
function countOf({ rows }) {
  return { right: rows.filter((row) => row.is_right).length, count: rows.length };
}

/** Whether all gradients are there and right. @param {Marks | null} marks */
function isRight(marks) {
  return Boolean(marks?.rows.length) && !marks?.stopped && Boolean(marks?.rows.every((row) => row.is_right));
}

/** The form that an exercise begins with. @param {Exercise} exercise @returns {Attempt} */
function attempt({ program, output, beginning }) {
  return { program, output, backward: beginning };
}

/** The form for a program that is no exercise. @param {Visit} visit @param {string} program @returns {Promise<Attempt>} */
async function withProgram(visit, program) {
  const { exercises } = await visit.forms;
  const known = exercises.find((exercise) => exercise.program === program);
  if (known) return attempt(known);
  const outline = await visit.runner.outline({ text: program });
  const output = outline.kind === "outline" ? outline.output : "";
  return { program, output, backward: `${say("forms.practice.begin", { output })}\n` };
}
