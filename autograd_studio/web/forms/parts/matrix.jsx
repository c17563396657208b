import { shade } from "../../player/model/cells.js";
import { largest, shown } from "./numbers.js";

/**
 * The style of a cell: positive numbers are teal and negative ones violet and hatched, the larger the stronger.
 * @param {number} number @param {number} most the number with the strongest colour
 */
export function tint(number, most) {
  const strength = Number.isFinite(number) ? shade(number, most) : 1;
  return { "--strength": `${Math.round(strength * 100)}%` };
}

/** The class of a cell by its sign. @param {number} number */
export function sign(number) {
  return number > 0 ? "positive" : number < 0 ? "negative" : Number.isNaN(number) ? "odd" : "";
}

/**
 * A matrix of numbers, small and without names.
 * @param {{ title: string, rows: number[][], wrong?: boolean[][] }} given
 */
export function Matrix({ title, rows, wrong }) {
  const most = largest(rows);
  return (
    <figure class="matrix">
      <figcaption>{title}</figcaption>
      <div class="matrix-scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((number, j) => (
                  <td
                    key={j}
                    class={`${sign(number)} ${wrong?.[i][j] ? "wrong" : ""}`}
                    style={tint(number, most)}
                  >
                    {shown(number)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
