// What the player shows now, as the tools and layers ask for it.
import type { Story } from "./story.js";
import type { Payload } from "./types.d.ts";

export interface View {
  /** The graph that is shown, and its number. */
  story: Story;
  graph: number;
  /** Counted from 0. */
  step: number;
  /** The whole run. */
  chapters: {
    whole: Story;
    payload: Payload;
    at(step: number): number;
    range(step: number): [from: number, to: number];
    inGraph(graph: number, box: number | null | undefined): number | null;
    everywhere(graph: number, box: number): number;
  };
  stage: {
    scene: { elements: HTMLElement[] };
    reveal(box: number): void;
    renew(changed: Set<number>): void;
  };
  inspector: { box?: number | null; cells(row: string): HTMLElement[] };
}

/** Where something can stand over the picture: near a box, in the lower left corner, or anywhere. */
export type At = number | null | undefined | "corner";

/** Puts what stands over the picture where it hides least. */
export interface Over {
  add(element: HTMLElement, at: () => At): void;
  place(element: HTMLElement): void;
}
