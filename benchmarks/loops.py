"""How long training loops take from the program to the picture: `python benchmarks/loops.py [--rounds 5]`.

Each program runs in the sandbox and is drawn there, as for a page, but without Streamlit and a browser. Rounds alternate
between the programs; the table shows medians, which are worth little on a machine that does other things meanwhile.
`--stages` tells instead the CPU seconds of each stage in this process, with our own layout in place of Graphviz's.
"""

import argparse
import gc
import gzip
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from autograd_studio.view.payload.document import payload
from autograd_studio.view.workers import draw

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # or `import sandbox` would find this folder's

from autograd_engine.run.program import run
from autograd_engine.trace.schema import from_json, to_json
from autograd_studio import sandbox
from autograd_studio.view.chapters.chapters import chapters
from autograd_studio.view.chapters.parts import parts
from autograd_studio.view.payload.sheets import sheets_of
from autograd_studio.view.payload.writing import packed
from autograd_studio.view.wording.words import Words

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

# A name, a program, how often its loop runs, and the seconds that are aimed at (on an idle machine with 2 cores).
CASES = [
    ("regression", REGRESSION, 20, 0.4),
    ("MLP + Adam", NETWORK, 50, 1.0),
    ("MLP + Adam", NETWORK, 200, 1.5),
    ("MLP + Adam", NETWORK, 1000, 4.0),
]


def measured(source: str) -> tuple[float, float, bytes]:
    """Return the seconds until a program has run, until it is drawn, and the payload."""
    started = time.perf_counter()
    trace = sandbox.run(source).trace
    ran = time.perf_counter()
    drawing = draw(trace, sandbox.call)
    return ran - started, time.perf_counter() - ran, drawing.payload


def described(payload: bytes) -> str:
    """Return what a payload holds."""
    found = json.loads(gzip.decompress(payload))
    boxes = max(end - first for first, end in (graph["boxes"] for graph in found["graphs"]))
    omitted = sum(step.get("kind") == "omitted" for step in found["steps"])
    return (
        f"{len(found['chapters']):5d} chapters {len(found['graphs'])} graphs {boxes:3d} boxes {len(found['steps']):6d} steps"
        f"  {len(payload) / 1e6:.2f} MB" + ("  the middle omitted" if omitted else "")
    )


def stages(source: str) -> dict[str, float]:
    """Return the CPU seconds of each stage; "payload" holds those of chapters, parts and story once more."""
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
    timed("story", sheets_of, trace, Words(None))
    timed("packed", packed, timed("payload", payload, trace))
    gc.enable()
    return found


def print_stages(rounds: int) -> None:
    """Print the medians of each case's stages."""
    run("import torch")
    for name, program, times, _ in CASES:
        seconds = [stages(program.format(times)) for _ in range(rounds)]
        texts = [f"{stage} {median(one[stage] for one in seconds):.2f}" for stage in seconds[0]]
        print(f"{name} × {times:<5d} CPU s: {'  '.join(texts)}")


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--stages", action="store_true")
    options = parser.parse_args()
    if options.stages:
        print_stages(options.rounds)
        return
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} at the start")
    sandbox.run("import torch")
    seconds: list[list[tuple[float, float]]] = [[] for _ in CASES]
    payloads = [b""] * len(CASES)
    for _ in range(options.rounds):
        for case, (_, program, times, _) in enumerate(CASES):
            ran, drew, payloads[case] = measured(program.format(times))
            seconds[case].append((ran, drew))
    for (name, _, times, goal), taken, made in zip(CASES, seconds, payloads, strict=True):
        ran, drew = (median(part) for part in zip(*taken, strict=True))
        print(f"{name} × {times:<5d} {ran:5.2f} + {drew:5.2f} = {ran + drew:5.2f} s (goal {goal})  {described(made)}")


if __name__ == "__main__":
    main()
