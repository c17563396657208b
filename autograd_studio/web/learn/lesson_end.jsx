import { useEffect } from "preact/hooks";

import { say } from "../words/words.js";
import { after, finish, firstSentence } from "./course.js";
import { useLoaded } from "./loaded.js";
import { coded } from "./coded.jsx";

/**
 * Shown at the last step of a lesson, which counts as seen from then on: its question and answer, and what comes next.
 * @param {object} props
 * @param {import("../shell/visit.js").Visit} props.visit
 * @param {string} props.lesson its id
 * @param {() => void} props.again goes back to its first step
 */
export function LessonEnd({ visit, lesson: id, again }) {
  const lessons = useLoaded(() => visit.lessons);
  useEffect(() => finish(id), [id]);
  const lesson = lessons?.lessons.find((one) => one.id === id);
  if (!lessons || !lesson) return null;
  const next = after(lessons, id);
  return (
    <aside class="lesson-end" aria-label={say("learn.end.label")}>
      <div>
        <h2>{lesson.title}</h2>
        <p>{coded(firstSentence(lesson.note))}</p>
      </div>
      <div class="ways">
        <button type="button" class="button" onClick={again}>
          {say("learn.end.again")}
        </button>
        {next ? (
          <a class="button primary" href={visit.address.href("program", { lesson: next.id })}>
            {say("learn.end.next", { title: next.title })}
          </a>
        ) : (
          <a class="button primary" href={visit.address.href("gallery")}>
            {say("learn.end.all")}
          </a>
        )}
      </div>
    </aside>
  );
}
