// What moves on the way to a step.

import type { ValueNumber } from "../model/types.d.ts";

export type Point = [x: number, y: number];

/** A place in the picture: of a value, of a part of a gradient, a slot of the card (or another place without it), or a whole link. */
export type Spot =
  | { value: number }
  | { foot: number; part?: number; of?: number }
  | { slot: string; or?: Spot }
  | { way: number; isBack: boolean };

/** A number that goes through places. */
export interface Flight {
  kind: "fly";
  through: Spot[];
  tone: "forward" | "backward" | "update";
  /** What it carries; a text where it has no number of its own. */
  value: ValueNumber | null;
  text?: string;
  at: number;
  ms: number;
}

/** What moves, or comes to be seen, at a time, in ms from the beginning. */
export type Cue =
  | Flight
  /** A slot of the card comes up. */
  | { kind: "slot"; slot: string; at: number }
  /** The number that went along a link comes up. */
  | { kind: "passed"; link: number; at: number }
  /** A box comes up. */
  | { kind: "rise"; box: number; at: number }
  /** A box looks as before until then. */
  | { kind: "hold"; box: number; at: number };

/** A place between 0 and 1 in time, and the point that is reached there. */
export type Stop = [time: number, point: Point];
