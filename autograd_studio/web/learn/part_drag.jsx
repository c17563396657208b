import { useSignal } from "@preact/signals";

import { say } from "../words/words.js";
import { change, told, valueAt } from "./plotting.js";

/**
 * A number to drag, and what follows it.
 * @param {object} props
 * @param {import("./tour_progress.js").Curve} props.curve
 * @param {(value: number) => void} [props.moved] called with each number
 * @param {() => void} props.solved called once the reader has seen enough
 */
export function PartDrag({ curve, moved, solved }) {
  const { name, of, at, points } = curve;
  const x = useSignal(at);
  const y = valueAt(points, x.value);
  const by = x.value - at;
  const [low, high] = [points[0][0], points[points.length - 1][0]];
  const drag = (/** @type {number} */ value) => {
    x.value = value;
    moved?.(value);
  };
  return (
    <div class="part-drag">
      <b>{name}</b>
      <input
        type="range"
        aria-label={name}
        aria-valuetext={say("learn.tour.both", { name, x: told(x.value), of, y: told(y) })}
        min={low}
        max={high}
        step={points[1][0] - low}
        value={x.value}
        style={{ "--part": `${((x.value - low) / (high - low)) * 100}%` }}
        onInput={({ currentTarget }) => drag(Number(currentTarget.value))}
      />
      <output>{told(x.value)}</output>
      <b>{of}</b>
      <p>
        {by
          ? `${name} ${change(by)}  →  ${of} ${change(y - valueAt(points, at))}`
          : say("learn.tour.drag", { name, of })}
      </p>
      <output>{told(y)}</output>
      <button type="button" class="button primary" onClick={solved}>
        {say("learn.tour.on")}
      </button>
    </div>
  );
}
