// The payload, as docs/payload.md describes it, and what several modules hand to each other.

export type Phase = "forward" | "backward";
export type Kind = "leaf" | "constant" | "op" | "function" | "hub" | "output" | "seed" | "fold";
export type State = "none" | "pending" | "complete" | "kept" | "passed" | "undefined";

export interface Payload {
  source: [kind: string, text: string][][];
  metrics: { font: number; column: number; line: number; pad: [side: number, rise: number] };
  size: [width: number, height: number];
  boxes: Box[];
  links: Link[];
  clusters: Cluster[];
  graphs: Graph[];
  chapters: Chapter[];
  curves: { name: string; points: [chapter: number, value: Item][] }[];
  tracks: Tracks[];
  steps: Step[];
  values: Value[];
  across?: Across | null;
  bindings?: [line: number, name: string, entries: [step: number, box: number][]][];
  stdout: [step: number, text: string][];
  error: { type: string; message: string; line: number | null } | null;
  reasons?: Reason[];
  findings?: number[];
  functions?: FunctionCall[];
}

/** A call of a custom Function's forward or backward; `reasons` are the mistakes in it. */
export interface FunctionCall {
  title: string;
  from: number;
  to: number;
  ctx: Kept[];
  lines: Line[];
  reasons: number[];
}

/** What is on ctx `since` a step: a tensor, with the version that it was saved at, or a text. */
export interface Kept {
  name: string;
  since: number;
  given?: string;
  text?: string;
  version?: number;
  held?: [step: number, value: number, version: number][];
}

/** A statement, the step at which it has run (null: it never has), and what it has made. */
export interface Line {
  line: number;
  last: number;
  text: string;
  at: number | null;
  made: [name: string, step: number, value: number | null][];
}

/** A run as the server tells it for nudging: the parts of a payload that numbers change, and what can be nudged. */
export interface Told {
  values: Value[];
  handles: Handle[];
  passes: { name: string; roots: [value: number | null, seed: number | null, creation: number | null][] }[];
}

/** Numbers that can be nudged, of the box that shows them from a step on; with the passes they count for, and what each brought them. */
export interface Handle {
  box: number;
  value: number;
  step: number;
  creation?: number;
  operation?: number;
  write?: number;
  seed?: [pass: number, root: number];
  passes: [pass: number, gain: number | null][];
}

/** Why a gradient is what it is, or why none passes; `way` are links from one box to another, and whether they are cut. */
export interface Reason {
  name: string;
  what: "none" | "zero" | "nan" | "inf" | "error" | "wrong" | "cut";
  cause: string;
  said: string;
  rule: string;
  remedy: string;
  mended?: string;
  line?: number;
  lesson?: string;
  step?: number;
  box?: number;
  way?: [from: number, to: number, cut: boolean][];
}

/** A graph by its ranges in the lists of all. */
export interface Graph {
  size: [width: number, height: number];
  across?: Across | null;
  boxes: [first: number, end: number];
  links: [first: number, end: number];
  clusters: [first: number, end: number];
}

/**
 * Neighbouring steps told on one graph; `turns` are the iterations that they are, with how many there are of each. `brought` are
 * boxes that begin with what an earlier iteration has left, and how many chapters ago; 0 where it has not. `gap` are the backward
 * passes that are left out at its end: how many began before, and how many they are.
 */
export interface Chapter {
  from: number;
  to: number;
  graph: number;
  label: string;
  turns?: [number: number, total: number][];
  gap?: [begun: number, count: number];
  brought?: [box: number, value: number, grad: number][];
}

/** A frame, or, with `inside`, what is a box at first: the size that it has when it is open. */
export interface Cluster extends Partial<Rectangle> {
  title: string;
  parent?: number;
  inside?: [width: number, height: number];
  grows?: boolean;
}

/** The parts of a link that lie inside of clusters: out of them, and into them. */
export type Parts = [cluster: number, path: string][];

/** The picture from left to right. */
export interface Across {
  size: [width: number, height: number];
  places: [x: number, y: number][];
  paths: string[];
  parts: [link: number, out: Parts, into: Parts][];
  clusters: Cluster[];
}

/** Where everything is, in one of the directions of the picture. */
export interface Arrangement {
  size: [width: number, height: number];
  lies: boolean;
  places: [x: number, y: number][];
  paths: string[];
  parts: Map<number, [out: Parts, into: Parts]>;
  clusters: Cluster[];
}

export interface Rectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Box extends Rectangle {
  kind: Kind;
  title: string;
  rows: string[];
  expr?: string;
  fn?: string;
  shape?: string;
  line?: number;
  cluster?: number;
  recorded?: boolean;
  view?: boolean;
  copy_of?: number;
  opens?: number;
  shows?: number;
  cut?: number;
  tensor?: number;
  retains?: number;
  flagged?: [step: number, line: number | null, before: 0 | 1];
  memory?: string;
}

export interface Link {
  from: number;
  to: number;
  kind: string;
  path: string | null;
  label?: string;
  out?: Parts;
  in?: Parts;
  cut?: number;
}

/** Which part of a memory a tensor is: the memory's length, the offset and the strides, in elements. */
export type Place = [length: number, offset: number, ...strides: number[]];

/** The timelines of a box. */
export interface Tracks {
  status?: [step: number, status: string][];
  value?: [step: number, text: string, value: number][];
  grad?: [
    step: number,
    state: State,
    text: string,
    value: number | null,
    arrived?: number,
    expected?: number,
  ][];
  saved?: [step: number, saved: Saved[]][];
  sums?: Sum[];
  why?: [step: number, reason: number | null][];
  version?: [step: number, version: number | null][];
  place?: [step: number, place: Place | null][];
}

export type Saved = [
  name: string,
  text: string,
  box: number | null,
  then: number | null,
  now: number | null,
  freed: boolean,
];
export type Sum = [step: number, link: number | null, value: number, before: number | null, after: number];

export interface Step {
  kind: string;
  phase: Phase;
  say: string;
  line?: number;
  forward_line?: number;
  box?: number;
  to?: number;
  links?: number[];
  flow?: Phase;
  pill?: string;
  reads?: number[];
  held?: number[];
  victims?: number[];
  slots?: number[];
  memory?: string;
  place?: Place;
  card?: CardData;
  formula?: Equation[];
  summary?: Summary;
  slopes?: string[];
  derivatives?: Equation[][];
}

/** What each row of a softmax, norm or attention sends: the row of an element is Σ index[axis] // size · stride. */
export interface Rows {
  slope: number;
  said: string;
  texts: string[];
  axes: [axis: number, size: number, stride: number][];
}

/** What a pass brought to its leaves, path by path, and how much work that was. */
export interface Summary {
  leaves: {
    name: string;
    say: string;
    rows?: { way: string; product?: string | null; value: string }[];
    sum?: string;
    more?: number;
  }[];
  more?: number;
  work: string;
}

/** What goes into a step and what comes out of it; `of` and `gives` of an operation, the rest of a node that runs. */
export interface CardData {
  of?: Factor[];
  gives?: number;
  was?: number;
  tangents?: Factor[];
  arrives?: number[];
  sends?: { link: number; value: number; factors?: Factor[]; rows?: Rows }[];
}

/** The number of a value, or an elementwise expression of such numbers: ["-", "1", ["**", 7, "2"]]. */
export type Ref = number | Work;

export interface Work extends Array<Ref | string> {
  0: string;
}

export type Factor = [sign: string, text: string, value: Ref | null, turned?: string];

export interface Operand {
  sign: string;
  name: string;
  value: Value | null;
  awaited?: boolean;
  text?: string;
}

export interface Equation {
  left: Expression;
  symbolic: Expression;
  numbers?: Expression;
  result?: string;
}

export type Expression = string | Operation;
type Operation = [sign: string, ...operands: Expression[]];

/** An element of a tensor; what JSON cannot write is a word. */
export type Item = number | boolean | "NaN" | "Infinity" | "-Infinity";

export interface Value {
  dtype: string;
  shape: number[];
  data: Item[];
  corner?: number[];
  stats?: Record<string, Item>;
}

export interface Gradient {
  state: State | "";
  text: string;
  value: number | null;
  arrived?: number;
  expected?: number;
}

/** Neighbouring steps of one phase; `pass` is where the last backward pass began. */
export interface Stretch {
  phase: Phase;
  from: number;
  to: number;
  number: number;
  pass: number;
}

/** An element as plain data: its name, then texts and elements. */
export type Tree = [tag: string, ...parts: (string | Tree)[]];

export interface Cell {
  text: string;
  full: string;
  index: number[];
  number: number;
}
