// What moves on the way to a step, with its times: nothing here knows a document.

/** @import { Story } from "../model/story.js" */
/** @import { Cue, Flight, Spot } from "./motion.d.ts" */

// ms, of a pill along its edge, out of a footer into the card, and back
const [FORTH, BACK, SEED, LIFT, ADD, LEARN] = [720, 780, 700, 420, 400, 600];
// ms, after which a slope, a product, a further one, and the result of an operation come
const [SLOPE, PRODUCT, RESULT] = [260, 160, 160];
const NEXT_PART = 130; // ms between two parts that are added

/** @typedef {(slot: string) => boolean} Has whether the card has a slot */

/**
 * The cues of the way from the step before to a step; none where nothing moves.
 * @param {Story} story @param {number} step @param {Has} has
 * @returns {Cue[]}
 */
export function score(story, step, has) {
  const { kind, phase } = story.steps[step];
  if (kind === "write" && phase === "update") return update(story, step, has);
  return SCORES[kind]?.(story, step, has) ?? [];
}

/** @type {Record<string, (story: Story, step: number, has: Has) => Cue[]>} */
const SCORES = {
  create: rise,
  backward: rise,
  op: operation,
  write: operation,
  arrive: arrival,
  run: product,
  accumulate: accumulation,
  grad: emptied,
};

/** @param {Story} story @param {number} step @returns {Cue[]} */
function rise({ steps }, step) {
  const { box } = steps[step];
  return box == null ? [] : [{ kind: "rise", box, at: 0 }];
}

/**
 * The values of the inputs go along their edges, then there is the result.
 * @param {Story} story @param {number} step
 * @returns {Cue[]}
 */
function operation(story, step) {
  const { links = [] } = story.steps[step];
  const seen = [...new Set(links.map((link) => story.alike[link][0] ?? -1))].filter((link) => link >= 0);
  const flights = seen.map((link) => {
    const { from, to } = story.links[link];
    const { value, text } = story.at(from, step);
    return fly(
      [{ value: from }, { way: link, isBack: false }, { value: to }],
      value,
      "forward",
      0,
      FORTH,
      text,
    );
  });
  const at = flights.length ? FORTH : 0;
  const made = [...story.changes[step]].filter((box) => {
    const [k, text] = story.entry(box, "value", step) ?? [];
    return k === step && text;
  });
  return [
    ...flights,
    ...made.map((box) => /** @type {Cue} */ ({ kind: "hold", box, at })),
    { kind: "slot", slot: "result", at: at + RESULT },
  ];
}

/**
 * What arrived goes into the card, the slope comes, and the product: a row for each that receives one.
 * @param {Story} story @param {number} step @param {Has} has
 * @returns {Cue[]}
 */
function product(story, step, has) {
  const { box, card } = story.steps[step];
  const { arrives = [], sends = [] } = card ?? {};
  if (box == null) return [];
  const rows = sends.map((_, i) => i).filter((i) => has(`sent-${i}`));
  return rows.flatMap((i) => [
    fly([{ foot: box }, { slot: `arrives-${i}` }], arrives[0] ?? null, "backward", 0, LIFT),
    { kind: "slot", slot: `arrives-${i}`, at: LIFT },
    ...slopes(i, sends[i].factors?.length ?? 1).map(
      (slot) => /** @type {Cue} */ ({ kind: "slot", slot, at: LIFT }),
    ),
    { kind: "slot", slot: `sent-${i}`, at: LIFT + SLOPE + i * PRODUCT },
  ]);
}

/** The slots of a row's slopes. @param {number} row @param {number} count */
function slopes(row, count) {
  const more = Array.from({ length: Math.max(0, count - 1) }, (_, k) => `slope-${row}-${k + 1}`);
  return [`slope-${row}`, ...more];
}

/**
 * A gradient leaves the card, goes along its edge and into its part of the footer; all parts together are added up.
 * @param {Story} story @param {number} step @param {Has} has
 * @returns {Cue[]}
 */
function arrival(story, step, has) {
  const { box, to, links = [], pill } = story.steps[step];
  const [link] = links;
  if (box == null || to == null || link === undefined || !story.path(link)) return [];
  const [before, now] = [story.gradient(to, step - 1), story.gradient(to, step)];
  const waited = before.state === "pending" ? before : null;
  const of = (waited ?? now).expected ?? 1;
  const isSeed = story.boxes[box].kind === "seed";
  const at = isSeed ? SEED : BACK;
  const { value = null } = story.travelled(link, step) ?? {};
  const through = [
    isSeed ? { value: box } : { slot: `sent-${sentAs(story, step)}`, or: { foot: box } },
    { way: link, isBack: true },
    { foot: to, part: waited?.arrived ?? 0, of },
  ];
  const parts = waited && now.state === "complete" ? partsOf(story, to, step) : [];
  const sum = parts.length > 1 && has("part-0") ? added(to, parts, now.value, at) : [];
  return [
    fly(through, value, "backward", 0, at, pill),
    { kind: "passed", link, at },
    ...sum,
    { kind: "hold", box: to, at: Math.max(at, ...sum.map(ending)) },
  ];
}

/** Which of the products it is that arrives. @param {Story} story @param {number} step */
function sentAs({ steps }, step) {
  const { box, links = [] } = steps[step];
  for (let k = step - 1; k >= 0; k--) {
    const { kind, box: at, card } = steps[k];
    if (kind === "run" && at === box) return card?.sends?.findIndex(({ link }) => link === links[0]) ?? -1;
  }
  return -1;
}

/** The contributions that reached a box in this pass. @param {Story} story @param {number} box @param {number} step */
function partsOf(story, box, step) {
  const { pass } = story.stretch(step);
  return story.sums(box, step).flatMap(([k, , value]) => (k >= pass ? [value] : []));
}

/**
 * Parts lift out of a footer into the card, and their sum goes back.
 * @param {number} box @param {(number | null)[]} parts @param {number | null} sum @param {number} begin
 * @returns {Cue[]}
 */
function added(box, parts, sum, begin) {
  const lifted = parts.flatMap((value, i) => {
    const at = begin + i * NEXT_PART;
    const through = [{ foot: box, part: i, of: parts.length }, { slot: `part-${i}` }];
    return /** @type {Cue[]} */ ([
      fly(through, value, "backward", at, ADD),
      { kind: "slot", slot: `part-${i}`, at: at + ADD },
    ]);
  });
  const at = begin + (parts.length - 1) * NEXT_PART + ADD + SLOPE;
  return [
    ...lifted,
    { kind: "slot", slot: "result", at },
    fly([{ slot: "result" }, { foot: box }], sum, "backward", at + SLOPE, ADD),
  ];
}

/**
 * What has come is added to what `.grad` holds.
 * @param {Story} story @param {number} step @param {Has} has
 * @returns {Cue[]}
 */
function accumulation(story, step, has) {
  const { box } = story.steps[step];
  if (box == null) return [];
  const entries = (story.tracks[box].grad ?? []).filter(([k]) => k < step);
  const came = entries.at(-1)?.[3] ?? null;
  const held = entries.findLast(([, state]) => state === "kept" || state === "none");
  const isSum = held?.[1] === "kept" && has("part-0");
  const sum = isSum ? added(box, [held[3], came], story.gradient(box, step).value, 0) : [];
  return [...sum, { kind: "hold", box, at: Math.max(0, ...sum.map(ending)) }];
}

/**
 * A parameter steps: its gradient goes into the card, and the new value into the box.
 * @param {Story} story @param {number} step @param {Has} has
 * @returns {Cue[]}
 */
function update(story, step, has) {
  const { box, card } = story.steps[step];
  if (box == null) return [];
  if (!has("result")) return emptied(story, step);
  const at = card?.of?.findIndex(([, name]) => name.endsWith(".grad")) ?? -1;
  const grad = story.gradient(box, step - 1).value;
  const result = LIFT + SLOPE;
  const flown = result + SLOPE;
  return [
    ...(at < 0 ? [] : [fly([{ foot: box }, { slot: `input-${at}` }], grad, "backward", 0, LIFT)]),
    { kind: "slot", slot: `input-${at}`, at: LIFT },
    { kind: "slot", slot: "result", at: result },
    fly([{ slot: "result" }, { value: box }], card?.gives ?? null, "update", flown, LEARN),
    { kind: "hold", box, at: flown + LEARN },
  ];
}

/** What the box shows changes at once. @param {Story} story @param {number} step @returns {Cue[]} */
function emptied({ steps }, step) {
  const { box } = steps[step];
  return box == null ? [] : [{ kind: "hold", box, at: 0 }];
}

/**
 * @param {Spot[]} through @param {number | null} value @param {Flight["tone"]} tone @param {number} at @param {number} ms
 * @param {string} [text]
 * @returns {Flight}
 */
function fly(through, value, tone, at, ms, text) {
  return { kind: "fly", through, value, tone, at, ms, text };
}

/** When a cue is over. @param {Cue} cue */
function ending(cue) {
  return cue.kind === "fly" ? cue.at + cue.ms : cue.at;
}
