import { useSignal } from "@preact/signals";

import { say } from "../words/words.js";
import { change, scales, tangent, told, valueAt } from "./plotting.js";

const WIDE = { width: 720, height: 400, left: 64, top: 24, right: 664, bottom: 344 };
const NARROW = { width: 360, height: 320, left: 44, top: 24, right: 316, bottom: 280 };

/**
 * A curve with its tangent at the program's own number, whose slope is the gradient; and a number to drag along both.
 * @param {{ curve: import("./tour_progress.js").Curve, start?: number, ways?: import("preact").ComponentChildren }} props `start`
 *   is the number to begin with, `ways` lead on
 */
export function PartTangent({ curve, start, ways }) {
  const frame = matchMedia("(width <= 700px)").matches ? NARROW : WIDE;
  const { name, of, at, points } = curve;
  const slope = curve.slope ?? 0;
  const y0 = valueAt(points, at);
  const [low, high] = [points[0][0], points[points.length - 1][0]];
  const x = useSignal(
    start === undefined || start === at ? points[Math.floor(points.length * 0.75)][0] : start,
  );
  const line = tangent(points, [at, y0], slope);
  const place = scales(points, line, frame);
  const y = valueAt(points, x.value);
  const promised = y0 + slope * (x.value - at);
  const path = (/** @type {import("./plotting.js").Point[]} */ all) =>
    `M${all.map(([px, py]) => `${place.x(px).toFixed(1)} ${place.y(py).toFixed(1)}`).join("L")}`;
  const half = (low + at) / 2;
  const ticks = [low, half, at, (at + high) / 2, high];
  return (
    <div class="part-tangent">
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={say("learn.tour.curve", { name, of, at: told(at), slope: told(slope) })}
      >
        <path class="axis" d={`M${frame.left - 12} ${frame.bottom}H${frame.right + 12}`} />
        {ticks.map((tick) => (
          <text key={tick} x={place.x(tick)} y={frame.bottom + 22} text-anchor="middle">
            {told(tick)}
          </text>
        ))}
        <text x={frame.right + 20} y={frame.bottom + 5}>
          {name}
        </text>
        <path class="own" d={`M${frame.left} ${place.y(y0)}H${place.x(at)}V${frame.bottom}`} />
        <text x={frame.left - 10} y={place.y(y0) + 4} text-anchor="end">
          {told(y0)}
        </text>
        <path class="curve" d={path(points)} />
        <path class="tangent" d={path(line)} />
        <text class="of-curve" x={place.x(high) + 12} y={place.y(points[points.length - 1][1]) + 4}>
          {of}
        </text>
        <text class="of-tangent" x={place.x(half) + 14} y={place.y(y0 + slope * (half - at)) + 34}>
          {say("learn.tour.slope", { name, slope: told(slope) })}
        </text>
        <path class="moved" d={`M${place.x(x.value)} ${place.y(y0)}V${place.y(y)}`} />
        <path class="promised" d={`M${place.x(x.value) + 8} ${place.y(y0)}V${place.y(promised)}`} />
        <circle class="touch" cx={place.x(at)} cy={place.y(y0)} r="6" />
        <circle class="point" cx={place.x(x.value)} cy={place.y(y)} r="6" />
      </svg>
      <div class="dragged">
        <b>{name}</b>
        <input
          type="range"
          aria-label={name}
          min={low}
          max={high}
          step={points[1][0] - low}
          value={x.value}
          style={{ "--part": `${((x.value - low) / (high - low)) * 100}%` }}
          onInput={({ currentTarget }) => (x.value = Number(currentTarget.value))}
        />
        <p role="status">
          {say("learn.tour.promise", {
            name,
            by: change(x.value - at),
            of,
            moved: change(y - y0),
            promised: change(promised - y0),
          })}
        </p>
      </div>
      {ways}
    </div>
  );
}
