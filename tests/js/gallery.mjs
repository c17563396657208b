// What the search has to find: the lessons, the tour, the operators and the commands, as the browser gets them.
import { readFileSync } from "node:fs";

import { parse } from "../../autograd_studio/web/node_modules/smol-toml/dist/index.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";
import { layersOf, moreOf } from "../../autograd_studio/web/player/menus.js";
import { commands } from "../../autograd_studio/web/shell/commands.js";

const FOLDER = new URL("../../autograd_studio/lessons/", import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), "utf-8");
const { topics } = parse(read("topics.toml"));

/** What a lesson file says of itself, as the browser gets it. */
const told = (topic, id) => {
  const [, head, program, text] = read(`${topic}/${id}.md`).match(
    /^---\n(.*?)\n---\n+```python\n(.*?)```\n(.*)$/s,
  );
  const said = (name) => head.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? "";
  const [note] = text
    .split("\n## ")
    .map((point) => point.replace(/^.*\n/, "").trim())
    .filter(Boolean);
  return { id, topic, program, note, title: said("title"), asked: said("asked") };
};

export const LESSONS = {
  topics: topics.map(({ id, title }) => ({ id, title })),
  lessons: topics.flatMap((topic) => topic.lessons.map((id) => told(topic.id, id))),
  tour: { asked: read("tour.md").match(/^asked: (.*)$/m)[1] },
};

export const OPERATORS = JSON.parse(read("operators.json"));

/** A player that stands still, asked for its commands alone. */
const PLAYER = {
  words: WORDS,
  stage: { hides: new Set() },
  overlays: { magnitudes: {}, memory: {} },
  calls: { link: true },
  nudge: { way: true },
  predict: {},
  pair: {},
  pace: { sections: [] },
  chapters: { areSeveral: true },
};

/** A visit with a run before it. */
export const VISIT = {
  address: {},
  theme: { peek: () => "light" },
  offers: new Set([
    () => commands(VISIT),
    () =>
      [...layersOf(PLAYER), ...moreOf(PLAYER)].flatMap(({ title: group, commands: some }) =>
        some.map((one) => ({ group, ...one })),
      ),
  ]),
};
