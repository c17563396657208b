// What the search shows for a question: rows in groups, each with what it does when it is taken.
import { recall, remember } from "../player/base/storage.js";
import { own } from "../runner/content.js";
import { say } from "../words/words.js";
import {
  callsOf,
  covered,
  coveredBy,
  findCommands,
  findLessons,
  findOperators,
  isCode,
  isProgram,
  lessonsWith,
  questionOf,
  textsOf,
  withImport,
} from "./finding.js";

/** @typedef {import("./visit.js").Visit} Visit */
/** @typedef {import("./visit.js").Lesson} Lesson */
/** @typedef {{ id: string, title: string, detail?: string, keys?: string, take: () => void }} Row */
/** @typedef {{ id: string, title: string, rows: Row[] }} Group */

const MOST = 8; // rows of a group
const RECENT = "recent";

// The six questions that are asked most, by the lesson that answers each.
const ASKED = /** @type {const} */ ([
  "upstream-gradient",
  "my-relu-in-a-sum",
  "leaf-and-non-leaf",
  "forgotten-zero-grad",
  "second-backward",
  "leaf-in-place",
]);

// Commands of the player that people call by other names, too.
const CALLED = /** @type {const} */ ([
  "present",
  "nudge",
  "predict",
  "magnitudes",
  "memory",
  "prompt",
  "link",
  "png",
  "svg",
  "help",
  "find",
]);

/**
 * Return what is found for a text; for an empty one the questions that are asked most, and what was opened before.
 * @param {Visit} visit @param {string} text
 * @param {import("./visit.js").Lessons} lessons @param {import("./visit.js").Operator[]} operators
 * @returns {Group[]}
 */
export function results(visit, text, lessons, operators) {
  const rows = rowsOf(visit, lessons);
  if (!text) return cut(beginnings(lessons.lessons, rows.lesson));
  const same = isCode(text) ? lessonsWith(text, lessons.lessons) : [];
  const program = group("program", isCode(text) ? doings(visit, text) : []);
  if (isProgram(text)) {
    const known = group("same", same.map(rows.lesson));
    return cut(withImport(text) ? [known, program] : [program, known]); // a piece of a program is asked about
  }
  const question = questionOf(text);
  const offered = [...visit.offers].flatMap((commands) => commands()).map((one) => called(one, lessons));
  const about = findLessons(question, lessons, offered).filter((one) => !same.includes(one));
  const named = findOperators(question, operators, lessons);
  const commands = findCommands(question, lessons, offered);
  const much = (/** @type {[string, string?][]} */ [first]) =>
    first ? covered(question, lessons, first) : 0;
  const groups = [
    {
      group: group("lessons", [...same, ...about].map(rows.lesson)),
      much: about.length ? coveredBy(question, lessons, about[0]) : 0,
    },
    { group: group("operators", named.map(rows.operator)), much: much(named.map(textsOf)) },
    {
      group: group("commands", commands.map(rows.command)),
      much: much(commands.map((one) => [callsOf(one)])),
    },
  ];
  groups.sort((a, b) => b.much - a.much); // lessons come first where all have as much
  return cut([...groups.map((one) => one.group), program]);
}

/**
 * Let a command be found by its other names, and the tour by what it answers.
 * @param {import("./visit.js").Command} command @param {import("./visit.js").Lessons} lessons
 */
function called(command, { tour }) {
  if (command.id === "tour") return { ...command, words: tour?.asked };
  const known = CALLED.find((id) => id === command.id);
  return known ? { ...command, words: say(`search.called.${known}`) } : command;
}

/** Let this browser remember that a lesson was opened. @param {string} id */
export function rememberLesson(id) {
  remember(RECENT, [id, ...recent().filter((one) => one !== id)].slice(0, 5).join(" "));
}

/** @returns {string[]} the lessons that were opened last */
function recent() {
  return recall(RECENT)?.split(" ") ?? [];
}

/** @param {"program" | "same" | "lessons" | "operators" | "commands" | "asked" | "recent"} id @param {Row[]} rows @returns {Group} */
function group(id, rows) {
  return { id, title: say(`search.groups.${id}`), rows };
}

/** @param {Group[]} groups */
function cut(groups) {
  return groups.filter(({ rows }) => rows.length).map((one) => ({ ...one, rows: one.rows.slice(0, MOST) }));
}

/** How each kind of thing that is found is shown. @param {Visit} visit @param {import("./visit.js").Lessons} lessons */
function rowsOf({ address }, { topics }) {
  const titles = new Map(topics.map(({ id, title }) => [id, title]));
  return {
    /** @param {Lesson} lesson @returns {Row} */
    lesson: ({ id, title, topic }) => ({
      id: `lesson-${id}`,
      title,
      detail: titles.get(topic),
      take: () => address.go("program", { lesson: id }),
    }),
    /** @param {import("./visit.js").Operator} operator @returns {Row} */
    operator: ({ name, text }) => ({
      id: `operator-${name}`,
      title: name,
      detail: text.replaceAll("`", ""),
      take: () => address.go("operators", { name }),
    }),
    /** @param {import("./visit.js").Command} command @returns {Row} */
    command: ({ id, title, group: detail, keys, run }) => ({
      id: `command-${id}`,
      title,
      detail,
      keys,
      take: run,
    }),
  };
}

/** @param {Lesson[]} lessons @param {(lesson: Lesson) => Row} row */
function beginnings(lessons, row) {
  const byId = new Map(lessons.map((one) => [one.id, one]));
  const asked = ASKED.flatMap((id) => {
    const lesson = byId.get(id);
    return lesson ? { ...row(lesson), id: `asked-${id}`, title: say(`search.asked.${id}`) } : [];
  });
  const before = recent().flatMap((id) => byId.get(id) ?? []);
  return [group("asked", asked), group("recent", before.map(row))];
}

/** What can be done with a program that was pasted. @param {Visit} visit @param {string} text @returns {Row[]} */
function doings(visit, text) {
  const whole = withImport(text);
  const open = { id: "open", title: say("search.program.open"), take: () => visit.open(own(text)) };
  const run = {
    id: "run",
    title: say("search.program.run"),
    take: () => visit.open(own(text), { runs: true }),
  };
  if (!whole) return [run, open];
  const take = () => visit.open(own(whole), { runs: true });
  return [{ id: "import", title: say("search.program.import"), take }, open, run];
}
