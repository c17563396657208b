// What the player makes of a payload, as several modules hand it to each other.

import type { Across, Cluster, Expression, Link, Parts, Payload, Phase, State, Value } from "./types.d.ts";

/** A payload with one of its graphs alone. */
export interface Volume extends Payload {
  across?: Across | null;
}

/** A link as it goes at present; nowhere inside of a closed cluster. */
export interface Wire extends Omit<Link, "path"> {
  path: string | null;
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

export interface Operand {
  sign: string;
  /** What the program calls it, or a number that stands for itself. */
  name: string;
  value: Value | null;
  /** What it is, with `{name}` for its name: "from {name}". Without one its name says it. */
  label?: string;
  /** What part it plays. */
  look?: "arrives" | "slope" | "sent" | "input" | "result" | "lost";
  /** What the place of it is called, where numbers go to and come from. */
  slot?: string;
  awaited?: boolean;
  /** Whether the product of the following two is added to it. */
  added?: boolean;
  text?: string;
}

/** Operands that give one result, the last of them. */
export interface Group {
  operands: Operand[];
  /** What stands before the first operand: ∂y/∂y. */
  left?: Expression;
  /** The link along which the result goes. */
  link?: number;
  /** Whether it goes now. */
  isNow?: boolean;
  /** Whether it is said below the others. */
  isNote?: boolean;
  /** What it is about. */
  title?: string;
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
