import { Story } from "../../autograd_studio/web/player/model/story.js";

/** y = x * x by hand, forward and backward, with a card: box 2 is a copy of box 0. */
export function squares() {
  const step = (kind, phase, rest = {}) => ({ kind, phase, line: 1, say: kind, ...rest });
  const arrive = (link) =>
    step("arrive", "backward", { box: 1, to: 0, links: [link], flow: "backward", pill: "3" });
  const box = (kind, title, rest) => ({ kind, title, rows: ["title", "value", "grad"], ...rest });
  const path = (x) => `M${x},0C${x},10 ${x},20 ${x},30`;
  const sends = [0, 1].map((link) => ({ link, value: 0, factors: [["*", "x", 0]] }));
  const story = new Story({
    boxes: [box("leaf", "x"), box("op", "y"), box("leaf", "x", { rows: ["title"], copy_of: 0 })],
    links: [
      { from: 0, to: 1, kind: "gradient", path: path(0) },
      { from: 2, to: 1, kind: "gradient", path: path(9) },
    ],
    clusters: [],
    graphs: [],
    chapters: [],
    tracks: [
      {
        status: [[0, "done"]],
        value: [[0, "3", 0]],
        grad: [
          [0, "none", "", null],
          [4, "pending", "3", 0, 1, 2],
          [5, "complete", "6", 1],
          [6, "kept", "6", 1],
        ],
        sums: [
          [4, 0, 0, null, 0],
          [5, 1, 0, 0, 1],
        ],
      },
      { status: [[1, "done"]], value: [[1, "9", 2]], grad: [[2, "complete", "1", 3]] },
      {},
    ],
    steps: [
      step("create", "forward", { box: 0 }),
      step("op", "forward", { box: 1, links: [0, 1], flow: "forward" }),
      step("backward", "backward", { box: 1 }),
      step("run", "backward", { box: 1, card: { arrives: [3], sends } }),
      arrive(0),
      arrive(1),
      step("accumulate", "backward", { box: 0 }),
    ],
    values: [3, 6, 9, 1].map((number) => ({ dtype: "float32", shape: [], data: [number] })),
    stdout: [],
    error: null,
  });
  return story;
}
