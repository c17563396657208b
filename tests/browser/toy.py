"""A payload of any size made by hand, without a program and without a layout that takes long."""

import random

WIDTH, HEIGHT = 190.0, 85.0
ROWS = ["title", "value", "fn", "grad", "wait"]
LINES = 40


def ladder(rungs: int, wide: int) -> dict:
    """Return a payload with `rungs` rows of `wide` boxes, each made of two above it; forward, then back."""
    toy = _Toy(wide)
    for row in range(rungs):
        for column in range(wide):
            toy.forward(row, column)
    toy.backward()
    return toy.payload(rungs)


class _Toy:
    def __init__(self, wide):
        self.wide = wide
        self.chance = random.Random(0)
        self.boxes, self.links, self.tracks, self.steps = [], [], [], []

    def text(self):
        return f"[{self.chance.uniform(-9, 9):.3g}, {self.chance.uniform(-9, 9):.3g}]"

    def forward(self, row, column):
        box, text, now, line = len(self.boxes), self.text(), len(self.steps), row % LINES + 1
        fn = "MulBackward0" if row else "AccumulateGrad"
        kind = ["op", "function", "constant", "output"][column % 4] if row else "leaf"
        self.boxes.append({
            "id": box, "kind": kind, "x": column * 240.0 + 20, "y": row * 130.0 + 20, "w": WIDTH, "h": HEIGHT,
            "rows": ROWS, "title": f"h{row}_{column}", "fn": fn, "shape": "(2,)", "line": line,
            "recorded": True,
        })  # fmt: skip
        above = {column, (column + 1) % self.wide} if row else set()
        links = [self.link((row - 1) * self.wide + c, box) for c in sorted(above)]
        self.tracks.append({
            "status": [[now, "done"]], "value": [[now, text, 0]], "grad": [[now, "none", "", None]],
            "sums": [],
        })  # fmt: skip
        self.steps.append({
            "kind": "op" if row else "create", "phase": "forward", "line": line, "box": box, "links": links,
            "flow": "forward", "say": f"h{row}_{column} gives {text}.",
        })  # fmt: skip

    def link(self, source, target):
        a, b = self.boxes[source], self.boxes[target]
        (x0, y0), (x1, y1) = (a["x"] + WIDTH / 2, a["y"] + HEIGHT), (b["x"] + WIDTH / 2, b["y"])
        path = f"M{x0},{y0}C{x0},{y0 + 20} {x1},{y1 - 20} {x1},{y1}"
        self.links.append({"from": source, "to": target, "kind": "gradient", "path": path, "label": "self"})
        return len(self.links) - 1

    def backward(self):
        last = len(self.boxes) - 1
        self.steps.append({
            "kind": "backward", "phase": "backward", "line": LINES, "box": last, "say": "It starts.",
        })  # fmt: skip
        for index in range(len(self.links) - 1, -1, -1):
            self.arrive(index)

    def arrive(self, index):
        link, text, now = self.links[index], self.text(), len(self.steps)
        source, target = self.boxes[link["to"]], self.boxes[link["from"]]
        self.steps.append({
            "kind": "arrive", "phase": "backward", "line": LINES, "forward_line": source["line"],
            "box": link["to"], "to": link["from"], "links": [index], "flow": "backward", "pill": text,
            "say": f"{target['title']} receives {text} from {source['fn']}.",
        })  # fmt: skip
        tracks = self.tracks[link["from"]]
        complete = bool(tracks["sums"])
        tracks["grad"].append([now, "complete", text, 0] if complete else [now, "pending", text, 0, 1, 2])
        tracks["sums"].append([now, index, 0, 0 if complete else None, 0])

    def payload(self, rungs):
        size = [self.wide * 240.0, rungs * 130.0 + 20]
        graph = {"size": size, "across": None, "clusters": [0, 0]}
        return {
            "version": 1, "id": f"ladder{rungs}x{self.wide}", "engine": "toy", "clusters": [], "stdout": [],
            "metrics": {
                "font": 13, "column": 7.8, "small": 7, "large": 9, "digits": [4, 3], "pad": [12, 10], "name": 18, "cell": 28,
                "gap": 6, "apart": 2, "foot": 30, "above_foot": 10, "below": 21,
            },
            "error": None, "strings": {},
            "size": size, "boxes": self.boxes, "links": self.links,
            "graphs": [graph | {"boxes": [0, len(self.boxes)], "links": [0, len(self.links)]}],
            "chapters": [{"from": 0, "to": len(self.steps) - 1, "graph": 0, "label": ""}], "curves": [], "bindings": [],
            "source": [[["", f"h{i} = f(h{i - 1})"]] for i in range(1, LINES + 1)],
            "tracks": self.tracks, "steps": self.steps,
            "values": [{"dtype": "float32", "shape": [2], "data": [0.5, -1.25]}],
        }  # fmt: skip
