// What the player offers; player.js is made anew with the stage, and typed then.
import type { Run, Wanted } from "../runner/types.d.ts";
import type { Command, Section } from "./base/command.d.ts";
import type { Beat } from "./motion/beats.js";

export type { Command, Section };

/** What the player asks for runs with other numbers, and for expressions. */
export interface Asking {
  nudge(wanted: Wanted, about: object): Promise<object>;
  ask(wanted: Wanted, about: object): Promise<object>;
}

/** What a player tells the place that it is in. Who leaves one out does without. */
export interface Calls {
  /** The visitor asked to run what is written. */
  ran(text: string): void;
  /** The text is another one. */
  wrote(text: string): void;
  /** Wants another part of a long run's middle: how many passes begin before it. */
  brings(passes: number): void;
  /** Is at this step by now, counted from 1; `ask` names the steps that are asked about, "7,12". */
  stepped(step: number, ask: string | null): void;
  /** Is at this step now, counted from 0. */
  moved(step: number): void;
  /** Is about to go so many steps on: true if it was done for it, of both of two players. */
  moves(by: number): boolean;
  /** Gives the next step after this one at which the telling stops, both counted from 1; null where it goes on to the end. */
  stops(step: number): number | null;
  /** Gives what is told next instead of the run's own beats; null ends the telling. */
  beat(): Beat | null;
  /** Gives the address to copy. Without it there is nothing to copy. */
  link(step: number): Promise<string>;
  /** Wants the Jacobian of an expression by another one, as they stand in a line. */
  differentiates(pair: { output: string; input: string; line: number }): void;
  /** Wants a lesson, by its id. */
  teaches(lesson: string): void;
  /** Gives what the place adds to the menu "More". */
  more(): Section[];
}

/** A message at a line of the text, counted from 1. */
export interface Mark {
  line: number;
  message: string;
  severity: "error" | "warning" | "hint";
}

/** The program as the player's editor has it. */
export interface Code {
  /** What is to be written: taken over whenever it is another text than last time. */
  text: string;
  /** The text whose run is wanted: a bar offers to run what differs from it. */
  given: string;
  label: string;
  locked?: boolean;
  marks?: Mark[];
}

/** What is to be shown. */
export interface Shown {
  /** The same object as before is not opened anew; a beginning is followed by the whole. */
  run: Run | null;
  /** What is run where a number is nudged or an expression asked; null where nothing can be. */
  wanted?: Wanted | null;
  code: Code;
  /** False leaves the program and its output away. */
  showsCode?: boolean;
  /** Where to be, counted from 1. Null: where one is, if the run is the same up to there; else where it begins. */
  step?: number | null;
  /** The steps that are asked about before they are shown, "7,12". */
  ask?: string | null;
  /** The lesson that is shown, by its id. */
  lesson?: string | null;
  /** One of two that step together. */
  side?: "left" | "right" | null;
  /** The line from which on the program computes gradients by hand: what it reads there is not a cut of the graph. */
  byHand?: number | null;
  /** Whether iterations that were left out can be asked for, or are about to come. */
  middle?: "offered" | "awaited" | null;
  /** What the button says that runs on PyTorch what the built-in engine refuses. */
  offer?: string | null;
}

/** Where one of two players is, the step counted from 0; `waits` says that only the other does what the row shows. */
export interface Led {
  step: number;
  waits: string | null;
}

export class Player {
  /** Is put into `host`, an element of the document, and fills it. Without a runner nothing more can be asked. */
  constructor(host: Element, options: { runner?: Asking; calls?: Partial<Calls> });
  show(shown: Shown): void;
  /** Be where the other of two players is; null: go one's own way. */
  lead(led: Led | null): void;
  /** Go to a step, counted from 0. */
  seek(step: number): void;
  /** Write another text for the visitor. It can be undone. */
  write(text: string): void;
  /** What is written. */
  readonly text: string;
  /** Show the numbers of another run on the same picture; those of the boxes `changed` are marked as new. */
  renumber(told: object, changed: Set<number>): void;
  /** The step that is shown, counted from 1; 0 where there is none. */
  readonly at: number;
  /** All that its menus offer, for the search. */
  readonly commands: Command[];
  /** Where a place puts what is its own: above and below the program, over the picture, between it and the bar, and in the bar. */
  readonly places: {
    head: HTMLElement;
    foot: HTMLElement;
    front: HTMLElement;
    under: HTMLElement;
    bar: HTMLElement;
  };
  /** Say something else than the step does, until the next one. */
  say(text: string): void;
  /** Let the keys step. */
  focus(): void;
  /** What is wrong with an answer about a step, counted from 0, whose right `answer` is known: a usual mistake, else null. */
  diagnosis(step: number, answer: string, given: string): string | null;
  /** Show an element at a box in place of the card; null: the card again. */
  hold(element: HTMLElement | null, box?: number | null): void;
  /** Tell the run from here on, as by "Play"; and stop that. */
  play(): void;
  pause(): void;
  close(): void;
}
