// Finding what a question is about: the ranking of the search.

/** @typedef {import("./visit.js").Lesson} Lesson */
/** @typedef {import("./visit.js").Lessons} Lessons */
/** @typedef {import("./visit.js").Operator} Operator */
/** @typedef {import("./visit.js").Command} Command */

// What a match is worth, by where it is.
const [TITLE, ASKED, NOTE, TOPIC, SOURCE] = [8, 6, 4, 3, 1];
const PHRASE = 2; // times that, if all words stand side by side in the title, or in what is asked,
const EXACT = 3; // or if that is asked word for word,
const EXACT_WORD = 2.5; // or is one word
const RELATED = 0.25; // of what the best lesson is worth: others with less are left out
const VARIABLE = /^[a-z]$/; // of whose .grad a question is, for example
const WORD = /\d+\.\d+|[\p{L}\p{N}_]+/gu;
const SHORT = 3; // letters up to which a word has to be a whole one: "inf" is not in "information"
const ENDING = /(?:e|s|ed|er|ing|ions?|i?y|i?x|ies|ices|ications?)$/; // of "vanishing" where "vanish" is written
const STEM = 0.9; // what a word counts of which another form is there
const HALF = 0.5; // of a question, which something that is called so has at least
const ASIDE = 0.8; // what a word counts that is in a description
const NAMED = 0.3; // how much more an operator covers whose very name is among the words,
const BEGUN = 0.1; // or begins as the question does
const WHOLE = 1.2; // how often more it counts if it is written as it is asked
const IDLE = new Set(
  `a after an and are as at be been between by can could did difference do does for from get has have how i if in is it its
  me my of on or pytorch should so that the their there these they this to torch versus vs was we what when where which who
  why will with would you`.split(/\s+/),
);

/** @param {string} text @returns {string[]} */
function words(text) {
  return (
    text
      .toLowerCase()
      .replaceAll(/in[- ]place/g, "inplace")
      .match(WORD) ?? []
  );
}

/** @param {string} text */
function telling(text) {
  return words(text).filter((word) => !IDLE.has(word) && !VARIABLE.test(word));
}

/** Words, and after a name of several its own: save_for_backward, save, backward. @param {string[]} texts */
function named(texts) {
  return texts.flatMap((word) =>
    /[a-z]_[a-z]/.test(word) ? [word, ...telling(word.replaceAll("_", " "))] : word,
  );
}

/** The words of a question that tell something; all of them where none does. @param {string} query */
function wanted(query) {
  const found = telling(query);
  return found.length ? found : words(query);
}

/** A test whether a word is another one of the same stem. @param {string} word */
function akin(word) {
  const bare = word.replace(ENDING, "");
  const stem = bare.length > SHORT ? bare : word;
  return (/** @type {string} */ other) => other === word || (stem.length > SHORT && other.startsWith(stem));
}

/** @param {string[]} texts @param {string[]} phrase */
function has(texts, phrase) {
  return texts.some((_, at) => phrase.every((word, offset) => texts[at + offset] === word));
}

/**
 * @typedef {object} Entry a lesson's words
 * @property {Lesson} lesson
 * @property {[worth: number, texts: string[]][]} places its words, by what they are worth
 * @property {Set<string>} asked what is asked, each in one text
 */

/** @type {Lessons} */
const NONE = { topics: [], lessons: [], tour: null };

/** @type {WeakMap<Lessons, Entry[]>} */
const indexes = new WeakMap();

/** @param {Lessons} lessons @returns {Entry[]} */
function indexed(lessons) {
  const titles = new Map(lessons.topics.map(({ id, title }) => [id, title]));
  const index = lessons.lessons.map((lesson) => {
    /** @type {[number, string][]} */
    const texts = [
      [TITLE, lesson.title],
      [ASKED, lesson.asked],
      [NOTE, lesson.note],
      [TOPIC, titles.get(lesson.topic) ?? ""],
      [SOURCE, lesson.program],
    ];
    return {
      lesson,
      asked: new Set(lesson.asked.split(",").map((one) => telling(one).join(" "))),
      places: texts.map(([worth, text]) => /** @type {[number, string[]]} */ ([worth, named(telling(text))])),
    };
  });
  indexes.set(lessons, index);
  return index;
}

/**
 * Return the lessons that a question is about, best first: a word counts by where it is found, and the more the fewer
 * lessons have it. A word that none has is taken for the one it was meant to be, unless something else is called so.
 * @param {string} query @param {Lessons} lessons @param {Command[]} [commands] what else may be called so
 */
export function findLessons(query, lessons, commands = []) {
  const index = indexes.get(lessons) ?? indexed(lessons);
  const question = wanted(query);
  const others = new Set(commands.flatMap((command) => words(callsOf(command))));
  const worths = question.map((word) => {
    const found = worthOf(word, index);
    const meant = found.some(Boolean) || others.has(word) ? null : nearest(word, index);
    return meant ? worthOf(meant, index) : found;
  });
  const ranked = index.map((entry, at) => {
    const sum = worths.reduce((all, worth) => all + worth[at], 0);
    return { lesson: entry.lesson, sum: sum * closeness(question, entry) };
  });
  const least = Math.max(...ranked.map(({ sum }) => sum)) * RELATED;
  return ranked
    .filter(({ sum }) => sum && sum >= least)
    .sort((a, b) => b.sum - a.sum)
    .map(({ lesson }) => lesson);
}

/**
 * Return how much of a question a lesson has, as `covered` does.
 * @param {string} query @param {Lessons} lessons @param {Lesson} lesson
 */
export function coveredBy(query, lessons, { title, asked, topic, note }) {
  const name = lessons.topics.find(({ id }) => id === topic)?.title ?? "";
  return covered(query, lessons, [`${title}, ${asked}, ${name}`, note]);
}

/**
 * Return how much of a question something has, 1 if all of it: its words count by how few lessons have them.
 * @param {string} query @param {Lessons} lessons
 * @param {[called: string, described?: string]} texts what it is called, or asked, and what is said of it
 */
export function covered(query, lessons, [called, described = ""]) {
  const index = indexes.get(lessons) ?? indexed(lessons);
  const [names, more] = [called, described].map((text) =>
    words(text.replaceAll(/[._]/g, " ")).concat(words(text)),
  );
  const weighed = wanted(query).map((word) => {
    const part = Math.max(there(word, names), there(word, more) * ASIDE);
    return { part, weight: rarity(worthOf(word, index)) };
  });
  const sum = weighed.reduce((all, { part, weight }) => all + part * weight, 0);
  const all = weighed.reduce((total, { weight }) => total + weight, 0);
  return (sum / all) * (isAsked(query, called) ? WHOLE : 1);
}

/** How well a word is among others. @param {string} word @param {string[]} others */
function there(word, others) {
  if (others.includes(word)) return 1;
  const isBegun = (/** @type {string} */ other) => word.length >= SHORT && other.startsWith(word);
  return others.some(akin(word)) || others.some(isBegun) ? STEM : 0;
}

/** Whether a question of several words is one of those in a list. @param {string} query @param {string} list */
function isAsked(query, list) {
  const asked = words(query);
  return asked.length > 1 && list.split(",").some((one) => words(one).join(" ") === asked.join(" "));
}

/** How much more a lesson is worth, since a question stands in it as it is. @param {string[]} question @param {Entry} entry */
function closeness(question, { places, asked }) {
  const isPhrase = question.length > 1 || question[0]?.includes("_");
  if (asked.has(question.join(" "))) return isPhrase ? EXACT : EXACT_WORD;
  return places.some(([worth, texts]) => worth >= ASKED && has(texts, question)) ? PHRASE : 1;
}

/** What a word is worth in each lesson: by the best place that has it, and by how few others have it. @param {string} word @param {Entry[]} index */
function worthOf(word, index) {
  const is = akin(word);
  const found = index.map(({ places }) => places.find(([, texts]) => texts.some(is))?.[0] ?? 0);
  const rare = rarity(found);
  return found.map((worth) => worth * rare);
}

/** How much a word tells, by how few lessons have it. @param {number[]} found what it is worth in each */
function rarity(found) {
  return Math.log(1 + (1 + found.length) / (1 + found.filter(Boolean).length));
}

/** The word of the lessons that another one was meant to be: one letter, or two of a long one, are wrong. @param {string} word @param {Entry[]} index */
function nearest(word, index) {
  const most = word.length > 7 ? 2 : word.length > SHORT ? 1 : 0;
  const all = new Set(index.flatMap(({ places }) => places.flatMap(([, texts]) => texts)));
  const near = [...all]
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, distance: distance(word, other) }))
    .filter((one) => one.distance <= most);
  return near.sort((a, b) => a.distance - b.distance)[0]?.other ?? null;
}

/** How many letters have to be changed, added, left out or swapped to make one word of another. @param {string} one @param {string} other */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const steps = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps.push(rows[i - 2][j - 2] + 1);
      rows[i].push(Math.min(...steps));
    }
  }
  return rows[one.length][other.length];
}

/**
 * Return the operators that have most of what was asked in name, sentence or node of the graph, those so called first.
 * @param {string} query @param {Operator[]} operators @param {Lessons} [lessons] by which words are weighed
 */
export function findOperators(query, operators, lessons = NONE) {
  const asked = wanted(query).filter((word) => word !== "backward"); // which is in every node's name
  if (!asked.length) return [];
  return bestFirst(operators, (operator) => {
    const short = shortOf(operator);
    const isNamed = asked.some((word) => word.length > SHORT - 1 && word === short);
    const much = covered(asked.join(" "), lessons, textsOf(operator));
    if (much <= HALF && !isNamed) return 0;
    return much + (isNamed ? NAMED : short.startsWith(asked[0]) ? BEGUN : 0);
  });
}

/** How an operator is called, and what is said of it. @param {Operator} operator @returns {[string, string]} */
export function textsOf({ name, text, grad_fn: nodes }) {
  return [`${name} ${nodes.join(" ")}`, text];
}

/** @param {Operator} operator */
function shortOf({ name }) {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/**
 * Return the commands that have more than half of what was asked in title, group or words, those so called first.
 * @param {string} query @param {Lessons} lessons @param {Command[]} commands
 */
export function findCommands(query, lessons, commands) {
  if (!wanted(query).length) return [];
  return bestFirst(commands, (command) => {
    const much = covered(query, lessons, [callsOf(command)]);
    return much > HALF ? much + covered(query, lessons, [`${command.title} ${command.group ?? ""}`]) / 10 : 0;
  });
}

/** How a command is called, also by others. @param {Command} command */
export function callsOf({ title, group = "", words: more = "" }) {
  return `${title}, ${group}, ${more}`;
}

/**
 * Those that are worth something, the best first.
 * @template T @param {T[]} all @param {(one: T) => number} worth
 */
function bestFirst(all, worth) {
  return all
    .map((one) => ({ one, worth: worth(one) }))
    .filter((found) => found.worth)
    .sort((a, b) => b.worth - a.worth)
    .map(({ one }) => one);
}

const CODE =
  /^\s*(?:#|@|(?:import|from|def|class|for|while|with|if|return|print)\b)|[\w\])]\s*[-+*/@]?=[^=]|\w\(.*\)[:;]?\s*$/;
const MESSAGE = /^\s*(?:[\w.]+\.)?\w*(?:Error|Exception|Warning)\b/;

/** Whether a text reads as a piece of a program: at least half of its lines do. @param {string} text */
export function isCode(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  if (lines.some((line) => MESSAGE.test(line))) return false;
  return lines.filter((line) => CODE.test(line)).length * 2 > lines.length;
}

/** Whether a text can only be a program, and is not asked about. @param {string} text */
export function isProgram(text) {
  return isCode(text) && /\n|\bimport torch\b/.test(text.trim());
}

/** Return what a pasted text asks: of what Python prints for an error, the message alone. @param {string} text */
export function questionOf(text) {
  const lines = text.split("\n");
  const at = lines.findLastIndex((line) => MESSAGE.test(line));
  return at < 0 ? text : lines.slice(at).join(" ");
}

/** Return a program with the import that it lacks above it, null if it lacks none. @param {string} text */
export function withImport(text) {
  if (/^\s*(import|from)\s+torch\b/m.test(text)) return null;
  return `import torch\n\n${text}`;
}

/**
 * Return the lessons that have the lines of a program, those with the most of them first; however they are spaced.
 * @param {string} text @param {Lesson[]} lessons
 */
export function lessonsWith(text, lessons) {
  const bare = (/** @type {string} */ program) =>
    program
      .split("\n")
      .map((line) => line.replace(/#.*/, "").replaceAll(/\s/g, ""))
      .filter((line) => line && line !== "importtorch");
  const lines = bare(text);
  const counted = lessons.map((lesson) => {
    const own = new Set(bare(lesson.program));
    return { lesson, count: lines.filter((line) => own.has(line)).length };
  });
  return counted
    .filter(({ count }) => count * 2 > lines.length)
    .sort((a, b) => b.count - a.count)
    .map(({ lesson }) => lesson);
}

/**
 * Return a text in pieces, those that were asked for marked.
 * @param {string} text @param {string} query
 */
export function marked(text, query) {
  const asked = wanted(query).map((word) => akin(word));
  return (text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]+/gu) ?? []).map((piece) => ({
    text: piece,
    isMarked: asked.some((is) => is(piece.toLowerCase())),
  }));
}
