import { useSignal } from "@preact/signals";

import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import { About } from "./about.jsx";
import { byTopic, seen } from "./course.js";
import css from "./learn.css";
import { useLoaded } from "./loaded.js";
import { Faults, OpenFile, useFiles } from "./open_file.jsx";
import { ThumbnailPicture } from "./thumbnail.jsx";

style(css);

/** @typedef {import("../shell/visit.js").Visit} Visit */
/** @typedef {import("../shell/visit.js").Lesson} Lesson */
/** @typedef {ReturnType<typeof byTopic>[number]} Topic */

/**
 * The place Learn: all lessons by topic, each with the graph of its run.
 * @param {{ visit: Visit }} props
 */
export function Learn({ visit }) {
  const chosen = useSignal("");
  const lessons = useLoaded(() => visit.lessons);
  const files = useFiles(visit);
  if (!lessons)
    return (
      <section class="learn" aria-busy={lessons === undefined}>
        {lessons === null && <p class="sheet">{say("learn.unreadable")}</p>}
      </section>
    );
  const topics = byTopic(lessons);
  const shown = topics.filter(({ id }) => !chosen.value || id === chosen.value);
  return (
    <section class={files.isOver.value ? "learn takes" : "learn"} {...files.on}>
      <div class="sheet">
        <header>
          <div>
            <h1>{say("learn.title")}</h1>
            <p>{say("learn.lead", { count: lessons.lessons.length, seen: seen.value.size })}</p>
          </div>
          {lessons.tour && (
            <button type="button" class="button primary" onClick={() => (visit.tour.value = true)}>
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <path d="M2 .8v10.4L11 6z" fill="currentColor" />
              </svg>
              {say("learn.take_tour")}
            </button>
          )}
          <OpenFile visit={visit} files={files} />
        </header>
        {files.found.value && <Faults visit={visit} found={files.found.value} />}
        <Topics topics={topics} chosen={chosen} />
        {shown.map((topic) => (
          <TopicSection key={topic.id} visit={visit} topic={topic} />
        ))}
        <About visit={visit} />
      </div>
    </section>
  );
}

/** @param {{ topics: Topic[], chosen: import("@preact/signals").Signal<string> }} props */
function Topics({ topics, chosen }) {
  return (
    <div class="topics" role="group" aria-label={say("learn.topics")}>
      <button type="button" aria-pressed={!chosen.value} onClick={() => (chosen.value = "")}>
        {say("learn.all")}
      </button>
      {topics.map(({ id, title, hue }) => (
        <button
          key={id}
          type="button"
          class="topic"
          style={{ "--hue": hue }}
          aria-pressed={chosen.value === id}
          onClick={() => (chosen.value = chosen.value === id ? "" : id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** @param {{ visit: Visit, topic: Topic }} props */
function TopicSection({ visit, topic }) {
  const { title, hue, lessons, count } = topic;
  return (
    <section class="topic" style={{ "--hue": hue }}>
      <h2>
        {title}
        <small>{say("learn.seen_of", { seen: count, count: lessons.length })}</small>
      </h2>
      <ul>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonCard visit={visit} lesson={lesson} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param {{ visit: Visit, lesson: Lesson }} props */
function LessonCard({ visit, lesson }) {
  const { id, title, minutes, steps, thumbnail } = lesson;
  return (
    <a class="lesson" href={visit.address.href("program", { lesson: id })}>
      <ThumbnailPicture thumbnail={thumbnail} />
      <h3>{title}</h3>
      <p>
        {say("learn.minutes", { count: minutes })} · {say("learn.steps", { count: steps })}
        {seen.value.has(id) && <Tick />}
      </p>
    </a>
  );
}

function Tick() {
  return (
    <span class="seen">
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2 6.5l2.6 2.6L10 3.4" />
      </svg>
      {say("learn.seen")}
    </span>
  );
}
