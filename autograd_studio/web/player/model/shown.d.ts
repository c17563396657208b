// What the player makes of a payload, as several modules hand it to each other.

import type { Across, Cluster, Link, Parts, Payload, Phase, State, Value } from "./types.d.ts";

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
  name: string;
  value: Value | null;
  awaited?: boolean;
  /** Whether the product of the following two is added to it. */
  added?: boolean;
  text?: string;
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
