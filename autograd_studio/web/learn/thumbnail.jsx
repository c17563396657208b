import { HEIGHT, sketch, WIDTH } from "./sketch.js";

/**
 * The graph of a lesson, small. A gradient runs through it while its card is pointed at (learn.css).
 * @param {{ thumbnail: import("./sketch.js").Thumbnail }} props
 */
export function ThumbnailPicture({ thumbnail }) {
  const { boxes, lines } = sketch(thumbnail);
  return (
    <svg class="thumbnail" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {boxes.length === 0 && <path class="nothing" d="M116 47l24 24m0-24l-24 24" />}
      {lines.map(({ path }, i) => (
        <path key={i} class="edge" d={path} />
      ))}
      {lines.map(({ path, delay }, i) => (
        <path key={i} class="gradient" d={path} pathLength="1" style={{ "--delay": delay }} />
      ))}
      {boxes.map(({ kind, ...box }, i) => (
        <rect key={i} class={kind} {...box} rx={Math.min(5, box.height / 3)} />
      ))}
    </svg>
  );
}
