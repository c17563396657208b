import { useEffect } from "preact/hooks";

import { say } from "../words/words.js";
import { coded } from "./coded.jsx";
import { after, finish, firstSentence } from "./course.js";
import { useLoaded } from "./loaded.js";
import { seenOf } from "./points_at.js";

/** @import { Answered, Answers, Part } from "./points_at.js" */

/**
 * Shown at the last step of a lesson, which counts as seen from then on: its answer, what it told and asked, and what comes next.
 * @param {object} props
 * @param {import("../shell/visit.js").Visit} props.visit
 * @param {import("../shell/visit.js").Lesson} props.lesson
 * @param {Part[]} props.parts @param {Answers} props.answers
 * @param {() => void} props.again goes back to its first step
 */
export function LessonEnd({ visit, lesson, parts, answers, again }) {
  const lessons = useLoaded(() => visit.lessons);
  const isListed = lessons?.lessons.some(({ id }) => id === lesson.id) ?? false;
  useEffect(() => {
    if (isListed) finish(lesson.id);
  }, [lesson.id, isListed]);
  if (!lessons) return null;
  const next = after(lessons, lesson.id);
  const points = seenOf(parts, answers);
  return (
    <aside class="lesson-end" aria-label={say("learn.end.label")}>
      <div>
        <h2>{lesson.title}</h2>
        <p>{coded(firstSentence(lesson.note))}</p>
        {points.length > 0 && (
          <ul aria-label={say("learn.end.seen")}>
            {points.map(({ text, answered }) => (
              <li key={text}>
                {coded(text)} {answered && <Result answered={answered} />}
              </li>
            ))}
          </ul>
        )}
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

/** How a question was answered. @param {{ answered: Answered }} props */
function Result({ answered: { wrong, reply } }) {
  if (!reply) return <b>{say(wrong ? "learn.end.missed" : "learn.end.unanswered")}</b>;
  return (
    <b class="right">
      {wrong ? say("learn.end.later_try", { count: wrong + 1 }) : say("learn.end.first_try")}
    </b>
  );
}
