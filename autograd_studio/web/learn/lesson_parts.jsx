import { render } from "preact";

import { say } from "../words/words.js";
import { PartDrag } from "./part_drag.jsx";
import { PartGuess } from "./part_guess.jsx";
import { PartTangent } from "./part_tangent.jsx";
import { PartTyped } from "./part_typed.jsx";
import { isAsked, waits } from "./tour_progress.js";

/** @typedef {import("./tour_progress.js").Part} Part */
/**
 * @typedef {object} Doing what becomes of what the reader does
 * @property {(value: number) => void} nudge @property {() => void} solved
 * @property {number | undefined} start the number that was dragged before
 * @property {import("preact").ComponentChildren} ways lead on at the end
 */

/** The element that a part shows at its box. */
const held = () => {
  const element = document.createElement("div");
  element.className = "part";
  element.setAttribute("aria-live", "polite");
  return element;
};

/**
 * Shows what a part asks, or lets do, in a player: a card at the box that it is about, or the tangent over the picture.
 * @param {import("../player/player.js").Player} player @param {Part} part @param {Doing} doing
 * @returns {() => void} takes it away
 */
export function showPart(player, part, { nudge, solved, start, ways }) {
  const { front } = player.places;
  const { curve } = part;
  if (curve?.kind === "tangent") {
    render(<PartTangent curve={curve} start={start} ways={ways} />, front);
    return () => render(null, front);
  }
  if (!waits(part)) return () => {};
  const element = held();
  render(
    curve ? (
      <PartDrag curve={curve} moved={nudge} solved={solved} />
    ) : part.choices.length ? (
      <PartGuess question={part.text} choices={part.choices} solved={solved} />
    ) : (
      <PartTyped part={part} solved={solved} />
    ),
    element,
  );
  player.hold(element, part.box);
  return () => {
    player.hold(null);
    render(null, element);
  };
}

/** Where one is among the parts. @param {{ parts: Part[], at: number }} props */
export function Dots({ parts, at }) {
  return (
    <div class="dots" role="group" aria-label={say("learn.tour.parts")}>
      <span class="unseen">{say("learn.tour.part", { number: at + 1, count: parts.length })}</span>
      <ol aria-hidden="true">
        {parts.map((part, i) => (
          <li key={i} class={`${i === at ? "now" : i < at ? "past" : ""} ${waits(part) ? "waits" : ""}`} />
        ))}
      </ol>
    </div>
  );
}

/** What the bar says of a part: of a question, that it is the reader's turn. @param {Part} part */
export function captionOf(part) {
  return isAsked(part) ? say("learn.tour.your_turn") : part.text;
}
