// What crosses the runner: what is asked of it, and what it answers.
import type { Signal } from "@preact/signals";

import type { Part } from "../learn/tour_progress.js";
import type { Payload } from "../player/model/types.d.ts";
import type { Content } from "./content.js";
import type { Runner } from "./runner.js";

type Asked = "run" | "nudge" | "ask" | "outline" | "check" | "lesson" | "compare" | "save";

/** Who answers what the views want of a program, wherever it runs. */
export type Runs = Pick<Runner, Asked | "isAway" | "isRenewing">;

export type Engine = "built-in" | "torch";
export type Side = "left" | "right";

/** What Python says of this visit (web/front_end.py). */
export interface Config {
  /** The path below which the studio is served: "" or "/course". */
  base: string;
  /** The visitor's, sent with every request. */
  token: string;
}

/** What a runner needs of the page that it is in. */
export interface Page {
  config: Signal<Config>;
  /** Ask Python for another token: `config` changes when it comes. */
  renew(): void;
}

/** A run that is wanted; `middle` is the backward pass from which on a part of a long run's middle is. */
export interface Wanted {
  program: Content;
  engine: Engine;
  middle?: number | null;
}

/** A place in the line, 0 once the program runs. */
export interface Waiting {
  kind: "waiting";
  position: number;
}

/** What is told while a run is made. */
export type Told = Waiting | Run;

/** How a request is watched: `told` is called while the answer is made. */
export interface Watch<Event = Told> {
  /** Aborted, it cancels the run, and the promise rejects. */
  signal?: AbortSignal;
  told?: (event: Event) => void;
}

export interface Message {
  text: string;
  line: number | null;
  /** Whether nothing is wrong with the program. */
  mild: boolean;
}

export interface Picture {
  /** In base64. */
  png: string;
  text: string;
  width: number;
  height: number;
}

export interface Printed {
  stdout: string;
  stderr: string;
  pictures: Picture[];
}

/** What came of a program; one that is not `is_whole` is its beginning, which the whole follows. */
export interface Run {
  kind: "run";
  program: string;
  engine: Engine;
  is_whole: boolean;
  status: string;
  /** Why there is no run, or what the player does not tell. */
  message: Message | null;
  /** Where a reader begins, counted from 1. */
  step: number;
  /** Whether it ran behind the lock; null if nobody ran it for this visitor. */
  isolated: boolean | null;
  printed: Printed;
  error: { type: string; message: string; line: number | null } | null;
  /** Whether the built-in engine lacks what PyTorch has. */
  is_refused: boolean;
  payload: (Payload & { id: string }) | null;
}

/** A foreign program that nothing would isolate: ask the visitor, and then run it as their own. */
export interface Unlocked {
  kind: "unlocked";
}

/** Why there is no answer; the `message` is for the visitor. */
export interface Failed {
  kind: "failed";
  status: string;
  message: string;
  /** Of a check: where in the form it stopped, "" and null if that is nowhere in it. */
  cell?: string;
  line?: number | null;
}

// ---- nudges and prompts

/** A number to replace. */
export interface Nudge {
  value: number;
  index: number;
  creation?: number;
  operation?: number;
  write?: number;
  seed?: [number, number];
}

/** The status of HTTP, 0 without a connection; `message` says why there is nothing else. */
export interface Answer {
  status: number;
  message?: string;
}

export interface Nudged extends Answer {
  shape?: string;
  // docs/payload.md has the rest.
  [field: string]: any;
}

export interface Said extends Answer {
  text?: string;
  is_error?: boolean;
}

// ---- forms

export interface Input {
  name: string;
  value: string;
  requires_grad: boolean;
}

export interface Expression {
  inputs: Input[];
  expression: string;
  gradient: string;
  calls: number;
  retain_graph: boolean;
}

export interface CustomOp {
  name: string;
  forward: string;
  backward: string;
  use: string;
}

export interface Pair {
  program: string;
  output: string;
  input: string;
  /** After which line both are taken; 0 is where the output was last given its name. */
  line: number;
}

export interface Attempt {
  program: string;
  output: string;
  backward: string;
}

export interface Programs {
  left: string;
  right: string;
  on_torch: boolean;
}

/** What is wrong with a form, and where: `line` counts in the text of its `cell`. */
export interface Fault {
  cell: string;
  message: string;
  line: number | null;
}

/** The lines `first` to `last` of a program stand in a form's `cell` from its line `line` on. */
export interface Piece {
  first: number;
  last: number;
  cell: string;
  line: number;
}

export interface Outline {
  kind: "outline";
  /** The lines where each name is assigned. */
  names: Record<string, number[]>;
  imports: Record<string, number[]>;
  blocks: [number, number][];
  passes: number[];
  /** The name that the program differentiates, "" without one. */
  output: string;
  /** What a form writes. */
  program: string | null;
  pieces: Piece[];
  faults: Fault[];
}

export type Outlined = { text: string } | { expression: Expression } | { custom_op: CustomOp };

export type Checked = { custom_op: CustomOp } | { jacobian: Pair } | { practice: Attempt; shown: string[] };

/** A number; what JSON cannot write is a word. */
export type Item = number | "NaN" | "Infinity" | "-Infinity";

export interface Faults {
  kind: "faults";
  faults: Fault[];
}

export interface Checks {
  kind: "checks";
  findings: { verdict: "right" | "wrong" | "note"; text: string }[];
  /** A row for each element of the argument, a column for each of the output. */
  comparisons: {
    argument: number;
    analytic: Item[][];
    numeric: Item[][];
    difference: Item[][];
    agrees: boolean;
  }[];
}

export interface Jacobian {
  kind: "jacobian";
  /** A row for each element of the output, a column for each of the input. */
  rows: Item[][];
  /** The shapes. */
  output: number[];
  input: number[];
  /** What the rows and the columns are called. */
  outputs: string[];
  inputs: string[];
  /** Whether there are more rows or columns than these. */
  is_cut: boolean;
}

export interface Mark {
  name: string;
  shape: number[];
  kind: "exact" | "close" | "wrong" | "shape" | "no tensor" | "missing";
  said: string;
  /** The right gradient, where it was asked for. */
  shown: string | null;
  is_right: boolean;
  /** The line of the backward that was written where the gradient is last given, null without one. */
  line: number | null;
}

export interface Marks {
  kind: "marks";
  rows: Mark[];
  /** Where what was written stopped, and why. */
  stopped: [line: number | null, message: string] | null;
  /** The program with what was written below it. */
  program: string;
  /** The line of `program` where what was written begins: a line of it is that of the backward plus this, minus 1. */
  first_line: number;
}

export type CheckAnswer = Faults | Checks | Jacobian | Marks | Unlocked | Failed;

// ---- lesson files

/** A lesson file that was opened, with what does not hold of it. */
export interface OpenedLesson {
  kind: "lesson";
  id: string;
  title: string;
  program: string | null;
  parts: Part[];
  faults: { line: number; message: string }[];
}

// ---- two programs

/** The run of one of them. */
export interface RunOfSide extends Run {
  side: Side;
}

export interface Difference {
  kind: "program" | "step" | "error" | "order" | "value" | "gradient";
  row: number | null;
  lines: [number | null, number | null];
  text: string;
}

export interface Comparison {
  kind: "comparison";
  /** The steps of both that do the same thing, counted from 0; null where only one side does it. */
  rows: [number | null, number | null][];
  differences: Difference[];
  /** The lines of each program that the other one lacks. */
  lines: [number[], number[]];
}

/** Two runs without a comparison; the `message` says why, "" where one of them has no steps. */
export interface Uncompared {
  kind: "uncompared";
  message: string;
}

/** Files made of a run: the player, the Trace, the graph as DOT, the sizes of the gradients. */
export type FileKind = "html" | "trace" | "dot" | "magnitudes";
