"""What training loops take from the program to the picture: `python -m benchmarks.loops [CASE ...] [--rounds 5]`.

For each case: the computing seconds of the program alone, on the engine in this process; as multiples of these, recording it and
each stage of drawing it, with our own layout in place of Graphviz's; what the picture holds; and the seconds until it is there as
for a page, run and drawn in the sandbox. Rounds alternate between the cases; the table shows medians.
"""

import argparse
import gc
import gzip
import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from autograd_engine.run.program import run
from autograd_engine.trace.schema import from_json, to_json
from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.view.chapters.chapters import chapters
from autograd_studio.view.chapters.parts import parts
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.sheets import sheets_of
from autograd_studio.view.payload.writing import packed
from autograd_studio.view.workers import draw

REGRESSION = """import torch

X = torch.tensor([[1.0], [2.0], [3.0], [4.0]])
y = 2 * X + 1
w = torch.zeros(1, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
opt = torch.optim.SGD([w, b], lr=0.05)
for step in range({}):
    pred = X @ w + b
    loss = ((pred - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
NETWORK = """import torch
from torch import nn

torch.manual_seed(0)
X = torch.randn(16, 2)
y = (X[:, :1] * X[:, 1:]).sign()
model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range({}):
    loss = ((model(X) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""

# By name: a program, how often its loop runs, and within how many seconds its picture should be there (on 2 idle cores).
CASES = {
    "regression-20": (REGRESSION, 20, 0.4),
    "network-50": (NETWORK, 50, 1.0),
    "network-200": (NETWORK, 200, 1.5),
    "network-1000": (NETWORK, 1000, 4.0),
}


def on_page(source: str) -> tuple[float, bytes]:
    """Return the seconds until a program is run and drawn in the sandbox, and the payload."""
    started = time.perf_counter()
    payload = draw(sandbox.run(Request(source)).trace, sandbox.call).payload
    return time.perf_counter() - started, payload


def described(payload: bytes) -> str:
    """Return what a payload holds."""
    found = json.loads(gzip.decompress(payload))
    boxes = max(end - first for first, end in (graph["boxes"] for graph in found["graphs"]))
    omitted = sum(step.get("kind") == "omitted" for step in found["steps"])
    return (
        f"{len(found['chapters'])} chapters, {len(found['graphs'])} graphs, {boxes} boxes, {len(found['steps'])} steps,"
        f" {len(payload) / 1e6:.2f} MB" + (", the middle omitted" if omitted else "")
    )


def stages(source: str) -> dict[str, float]:
    """Return the CPU seconds of each stage; "payload" holds those of chapters, parts and story."""
    found: dict[str, float] = {}

    def timed(name: str, stage: Callable, *args: Any, **options: Any) -> Any:
        started = time.process_time()
        result = stage(*args, **options)
        found[name] = time.process_time() - started
        return result

    timed("run", run, source, record=False)
    data = timed("written", to_json, timed("recorded", run, source).trace)
    gc.disable()  # as in the sandbox's workers
    trace = timed("read", from_json, data)
    cut = timed("chapters", chapters, trace)
    timed("parts", lambda: list(parts(trace, cut)))
    timed("story", sheets_of, trace)
    timed("packed", packed, timed("payload", payload, trace))
    gc.enable()
    return found


def show(name: str, rounds: list[dict[str, float]], seconds: list[float], payload: bytes) -> None:
    """Print a case's medians."""
    found = {stage: median(one[stage] for one in rounds) for stage in rounds[0]}
    alone = found.pop("run")
    print(
        f"{name:14} run {alone:.3f} s;  " + "  ".join(f"{stage} {took / alone:.2f}×" for stage, took in found.items())
    )
    print(f"{'':14} {described(payload)};  on a page {median(seconds):.2f} s (goal {CASES[name][2]})", flush=True)


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)}; without any, all")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sources = {name: CASES[name][0].format(CASES[name][1]) for name in options.cases or CASES}
    run("import torch")
    sandbox.run(Request("import torch"))
    found = [
        {name: (stages(source), *on_page(source)) for name, source in sources.items()} for _ in range(options.rounds)
    ]
    for name in sources:
        took, seconds, payloads = zip(*(one[name] for one in found), strict=True)
        show(name, took, seconds, payloads[-1])


if __name__ == "__main__":
    main()
