"""How long programs take on the engine, as ratios: to hand-written NumPy, to itself with recording on, and to PyTorch.

    python -m benchmarks.engine [workload ...] [--rounds 9]

The workloads are those of a class: an expression, a chain of operations, fan-out, a scalar network, a training loop,
large tensors, a double backward, a deep graph, a Jacobian. Every engine computes each workload's gradients first and is
compared with NumPy's; one that is wrong is not timed. Rounds alternate between the engines, so that a machine that
changes its speed changes all of them; the table shows the median of the rounds' ratios. PyTorch is timed if it can be
imported (torch==2.13.0, one thread). The last line is what it costs to know which iteration, call and Module each operation
is in: the time of a recorded training loop with that, divided by the time without.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any
from unittest.mock import patch

import numpy as np

from autograd_engine import torch as engine
from autograd_engine.graph.observer import observe
from autograd_engine.run import names, program
from autograd_engine.trace.schema import TraceLimits
from autograd_engine.trace.scopes import Scopes
from autograd_engine.tracing.recorder import EngineRecorder

ROUND_SECONDS = 0.06
F32 = np.float32


class Workload:
    """One workload: `numpy()` and `run(torch)` both return the gradients as arrays."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def numpy(self) -> list[np.ndarray]:
        """Compute by hand what a NumPy user would write."""
        raise NotImplementedError

    def prepare(self, torch: Any) -> Callable[[], list]:
        """Return the same computation with a PyTorch-shaped module."""
        raise NotImplementedError


def leaf(torch: Any, array: np.ndarray) -> Any:
    """Return a leaf that requires grad on a copy of `array`."""
    return torch.tensor(array, requires_grad=True)


def fresh(*leaves: Any) -> None:
    """Forget the gradients of the last run."""
    for one in leaves:
        one.grad = None


def arrays(*leaves: Any) -> list[np.ndarray]:
    """Return the gradients of the leaves."""
    return [one.grad.numpy() for one in leaves]


class Seed(Workload):
    """The expression of the seed: 3a + 2bb + log c, with a gradient argument."""

    A, B, C = (np.array(v, F32) for v in ([1, 2, 3], [3, 4, 5], [6, 7, 8]))
    V = np.array([0.1, 1, 0.0001], F32)

    def numpy(self) -> list[np.ndarray]:
        a, b, c, v = self.A, self.B, self.C, self.V
        b2 = 2 * b
        3 * a + b2 * b + np.log(c)
        return [v * 3, v * b2 + (v * b) * 2, v / c]

    def prepare(self, torch: Any) -> Callable[[], list]:
        a, b, c = (leaf(torch, array) for array in (self.A, self.B, self.C))
        v = torch.tensor(self.V)

        def run() -> list:
            fresh(a, b, c)
            y = 3 * a + 2 * b * b + torch.log(c)
            y.backward(v)
            return arrays(a, b, c)

        return run


class Chain(Workload):
    """A chain of n operations on a 3-vector: times a leaf, plus a leaf, tanh, minus a number, and again."""

    X, W, B = (np.array(v, F32) for v in ([0.3, -0.2, 0.1], [0.5, 0.6, 0.7], [0.1, 0.2, 0.3]))
    V = np.ones(3, F32)

    def numpy(self) -> list[np.ndarray]:
        h, w, b, c = self.X, self.W, self.B, np.array(0.1, F32)
        tape = []
        for _ in range(self.size // 4):
            tape.append(h)
            h = np.tanh(h * w + b)
            tape.append(h)
            h = h - c
        g, gw, gb = self.V, np.zeros(3, F32), np.zeros(3, F32)
        one = np.array(1, F32)
        while tape:
            t, before = tape.pop(), tape.pop()
            g = g * (one - t * t)
            gb = gb + g
            gw = gw + g * before
            g = g * w
        return [g, gw, gb]

    def prepare(self, torch: Any) -> Callable[[], list]:
        x, w, b = (leaf(torch, array) for array in (self.X, self.W, self.B))
        v = torch.tensor(self.V)

        def run() -> list:
            fresh(x, w, b)
            h = x
            for _ in range(self.size // 4):
                h = torch.tanh(h * w + b) - 0.1
            h.backward(v)
            return arrays(x, w, b)

        return run


class Fan(Workload):
    """One leaf used n times, the products summed one by one."""

    X = np.array([0.3, -0.2, 0.1], F32)
    V = np.ones(3, F32)

    def numpy(self) -> list[np.ndarray]:
        x = self.X
        s = x
        for _ in range(self.size):
            s = s + x * x
        g = self.V.copy()
        for _ in range(self.size):
            g = g + self.V * x
            g = g + self.V * x
        return [g]

    def prepare(self, torch: Any) -> Callable[[], list]:
        x = leaf(torch, self.X)
        v = torch.tensor(self.V)

        def run() -> list:
            fresh(x)
            s = x
            for _ in range(self.size):
                s = s + x * x
            s.backward(v)
            return arrays(x)

        return run


class ScalarNetwork(Workload):
    """A 2-8-8-1 network of scalars with tanh, one 0-d tensor per weight, n samples, squared error."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, size)
        random = np.random.RandomState(0)
        self.layers = [random.uniform(-1, 1, (o, i + 1)).astype(F32) for i, o in ((2, 8), (8, 8), (8, 1))]
        self.samples = [(F32(a), F32(b), F32(a * b)) for a, b in random.uniform(-1, 1, (size, 2))]

    def numpy(self) -> list[np.ndarray]:
        grads = [np.zeros_like(w) for w in self.layers]
        for a, b, target in self.samples:
            tape = [np.array([a, b], F32)]
            for w in self.layers:
                tape.append(np.array([self._unit(row, tape[-1]) for row in w], F32))
            g = np.array([2 * (tape[-1][0] - target)], F32)
            for layer in (2, 1, 0):
                w, inputs, outputs = self.layers[layer], tape[layer], tape[layer + 1]
                down = [F32(0)] * len(inputs)
                for o in range(len(w)):
                    d = g[o] * (F32(1) - outputs[o] * outputs[o])
                    grads[layer][o, -1] += d
                    for i in range(len(inputs)):
                        grads[layer][o, i] += d * inputs[i]
                        down[i] = down[i] + d * w[o, i]
                g = down
        return [grad.reshape(-1) for grad in grads]

    def _unit(self, row: np.ndarray, inputs: np.ndarray) -> Any:
        total = row[-1]
        for w, x in zip(row, inputs, strict=False):
            total = total + w * x
        return np.tanh(total)

    def prepare(self, torch: Any) -> Callable[[], list]:
        layers = [[[leaf(torch, w) for w in row] for row in layer] for layer in self.layers]
        weights = [[w for row in layer for w in row] for layer in layers]
        samples = [tuple(torch.tensor(v) for v in sample) for sample in self.samples]

        def unit(row: list, inputs: list) -> Any:
            total = row[-1]
            for w, x in zip(row, inputs, strict=False):
                total = total + w * x
            return torch.tanh(total)

        def run() -> list:
            fresh(*(w for layer in weights for w in layer))
            loss = 0
            for a, b, target in samples:
                x = [a, b]
                for layer in layers:
                    x = [unit(row, x) for row in layer]
                error = x[0] - target
                loss = loss + error * error
            loss.backward()
            return [np.array([w.grad.item() for w in layer], F32) for layer in weights]

        return run


class Training(Workload):
    """The two-layer net of the tutorials: 64x1000-100-10 with a custom ReLU and n manual updates."""

    RATE = 1e-6

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, size)
        random = np.random.RandomState(0)
        self.data = [random.standard_normal(s).astype(F32) for s in ((64, 1000), (64, 10), (1000, 100), (100, 10))]

    def numpy(self) -> list[np.ndarray]:
        x, y, w1, w2 = (array.copy() for array in self.data)
        for _ in range(self.size):
            h = x @ w1
            r = np.maximum(h, 0)
            g = 2 * (r @ w2 - y)
            g2 = r.T @ g
            gh = g @ w2.T
            gh[h < 0] = 0
            g1 = x.T @ gh
            w1 -= self.RATE * g1
            w2 -= self.RATE * g2
        return [w1, w2]

    def prepare(self, torch: Any) -> Callable[[], list]:
        class MyReLU(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.save_for_backward(x)
                return x.clamp(min=0)

            @staticmethod
            def backward(ctx: Any, grad_output: Any) -> Any:
                (x,) = ctx.saved_tensors
                grad = grad_output.clone()
                grad[x < 0] = 0
                return grad

        def run() -> list:
            x, y = (torch.tensor(array) for array in self.data[:2])
            w1, w2 = (leaf(torch, array) for array in self.data[2:])
            for _ in range(self.size):
                loss = (MyReLU.apply(x.mm(w1)).mm(w2) - y).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w1 -= self.RATE * w1.grad
                    w2 -= self.RATE * w2.grad
                    w1.grad.zero_()
                    w2.grad.zero_()
            return [w1.detach().numpy(), w2.detach().numpy()]

        return run


class Large(Workload):
    """Seven operations on n elements."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, size)
        self.x = np.random.RandomState(0).uniform(0.5, 1.5, size).astype(F32)

    def numpy(self) -> list[np.ndarray]:
        a = self.x
        b = a * a
        c = b + a
        d = np.tanh(c)
        (d * c - b).sum()
        gd, gc = c, d.copy()
        gb = np.full(self.size, F32(-1))
        gc = gc + gd * (1 - d * d)
        gb = gb + gc
        return [gc + gb * a + gb * a]

    def prepare(self, torch: Any) -> Callable[[], list]:
        a = leaf(torch, self.x)

        def run() -> list:
            fresh(a)
            b = a * a
            c = b + a
            d = torch.tanh(c)
            (d * c - b).sum().backward()
            return arrays(a)

        return run


class GradientPenalty(Workload):
    """A double backward: the gradient of (|grad f| - 1)^2 for a tanh layer, n x n."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, size)
        random = np.random.RandomState(0)
        self.w = (random.standard_normal((size, size)) / size).astype(F32)
        self.x = random.standard_normal((size, size)).astype(F32)

    def numpy(self) -> list[np.ndarray]:
        w, x = self.w, self.x
        t = np.tanh(x @ w)
        u = 1 - t * t
        g = u @ w.T
        gg = 2 * (g - 1)
        du = gg @ w
        dw = gg.T @ u
        dt = du * (-2 * t)
        dh = dt * (1 - t * t)
        return [dw + x.T @ dh]

    def prepare(self, torch: Any) -> Callable[[], list]:
        w, x = leaf(torch, self.w), leaf(torch, self.x)

        def run() -> list:
            fresh(w)
            (g,) = torch.autograd.grad(torch.tanh(x.mm(w)).sum(), x, create_graph=True)
            ((g - 1) ** 2).sum().backward(inputs=[w])
            return arrays(w)

        return run


class Deep(Workload):
    """n multiplications in a row, and the freeing of the graph."""

    X, W = np.array([1.0, 1.0, 1.0], F32), np.array([0.99999, 1.0, 1.00001], F32)

    def numpy(self) -> list[np.ndarray]:
        tape, h, w = [], self.X, self.W
        for _ in range(self.size):
            tape.append(h)
            h = h * w
        g, gw = np.ones(3, F32), np.zeros(3, F32)
        while tape:
            gw = gw + g * tape.pop()
            g = g * w
        return [g, gw]

    def prepare(self, torch: Any) -> Callable[[], list]:
        x, w, v = leaf(torch, self.X), leaf(torch, self.W), torch.ones(3)

        def run() -> list:
            fresh(x, w)
            h = x
            for _ in range(self.size):
                h = h * w
            h.backward(v)
            return arrays(x, w)

        return run


class Jacobian(Workload):
    """The Jacobian of tanh(Wx), row by row."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, size)
        random = np.random.RandomState(0)
        self.w = (random.standard_normal((size, size)) / size).astype(F32)
        self.x = random.standard_normal(size).astype(F32)

    def numpy(self) -> list[np.ndarray]:
        t = np.tanh(self.w @ self.x)
        rows = []
        for i in range(self.size):
            g = np.zeros(self.size, F32)
            g[i] = 1
            rows.append(self.w.T @ (g * (1 - t * t)))
        return [np.stack(rows)]

    def prepare(self, torch: Any) -> Callable[[], list]:
        w, x = torch.tensor(self.w), leaf(torch, self.x)
        rows = [torch.tensor(row) for row in np.eye(self.size, dtype=F32)]

        def run() -> list:
            y = torch.tanh(w.mv(x))
            found = [torch.autograd.grad(y, x, row, retain_graph=True)[0].numpy() for row in rows]
            return [np.stack(found)]

        return run


WORKLOADS = [
    Seed("a seed", 3), Chain("b chain", 100), Chain("b chain", 1000), Chain("b chain", 10_000), Fan("c fan", 100),
    Fan("c fan", 1000), ScalarNetwork("d scalar net", 1), ScalarNetwork("d scalar net", 8), Training("e training", 10),
    Large("f large", 10_000), Large("f large", 1_000_000), GradientPenalty("g penalty", 8),
    GradientPenalty("g penalty", 64), Deep("h deep", 100_000), Jacobian("i Jacobian", 50),
]  # fmt: skip


def recording(run: Callable[[], list]) -> Callable[[], list]:
    """Return the computation watched by a recorder, whose log is dropped at the end."""
    limits = TraceLimits(operations=10**9, steps=10**9, held_bytes=1 << 62)

    def watched() -> list:
        with observe(EngineRecorder(filename=__file__, limits=limits)):
            return run()

    return watched


def competitors() -> dict[str, Callable[[Workload], Callable[[], list]]]:
    """Return what is compared, by name."""
    found = {
        "numpy": lambda work: work.numpy,
        "engine": lambda work: work.prepare(engine),
        "recording": lambda work: recording(work.prepare(engine)),
    }
    try:
        import torch
    except ImportError:
        return found
    torch.set_num_threads(1)
    return found | {"torch": lambda work: work.prepare(torch)}


def measure(work: Workload, engines: dict, rounds: int) -> dict[str, float]:
    """Return the median over the rounds of each engine's time divided by NumPy's."""
    expected = work.numpy()
    runs = {name: prepare(work) for name, prepare in engines.items()}
    for name, run in runs.items():
        for mine, theirs in zip(run(), expected, strict=True):
            if not np.allclose(np.reshape(mine, np.shape(theirs)), theirs, rtol=1e-3, atol=1e-4):
                sys.exit(f"{work.name} {work.size}: {name} computes something else")
    repeats = max(1, int(ROUND_SECONDS / timed(runs["engine"], 1)))
    ratios: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        times = {name: timed(run, repeats) for name, run in runs.items()}
        for name, seconds in times.items():
            ratios[name].append(seconds / times["numpy"])
    return {name: median(values) for name, values in ratios.items()}


def timed(run: Callable[[], list], repeats: int) -> float:
    """Return the processor time of `repeats` runs."""
    start = time.process_time()
    for _ in range(repeats):
        run()
    return max(time.process_time() - start, 1e-9)


TRAINING_LOOP = """
import torch
model = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters())
x, y = torch.randn(32, 4), torch.randn(32, 1)
for epoch in range(50):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def cost_of_scopes(rounds: int) -> float:
    """Return the time of a recorded training loop, divided by its time where nobody asks where an operation is."""

    def run() -> list:
        return program.run(TRAINING_LOOP, stdout=io.StringIO()).warnings

    silent = dict.fromkeys(("at", "call_module", "close"), lambda *_: None)
    unmarked = patch.object(names, "LoopMarker", lambda loops: ast.NodeTransformer())
    ratios = []
    for _ in range(4 * rounds):
        with_scopes = timed(run, 1)
        with unmarked, patch.multiple(Scopes, **silent):
            ratios.append(with_scopes / timed(run, 1))
    return median(ratios)


def main() -> None:
    """Print one line per workload."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workloads", nargs="*", metavar="workload", help="its letter, or `scopes`; without any, all")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    np.seterr(all="ignore")
    wanted, rounds = options.workloads, options.rounds
    engines = competitors()
    print(f"{'workload':>20} {'/numpy':>8} {'rec/off':>8}" + (f" {'/torch':>8}" if "torch" in engines else ""))
    for work in WORKLOADS:
        if wanted and not any(work.name.startswith(name) for name in wanted):
            continue
        found = measure(work, engines, rounds)
        line = (
            f"{work.name + ' ' + str(work.size):>20} {found['engine']:8.2f} {found['recording'] / found['engine']:8.2f}"
        )
        print(line + (f" {found['engine'] / found['torch']:8.2f}" if "torch" in found else ""), flush=True)
    if not wanted or "scopes" in wanted:
        print(f"{'scopes':>20} {cost_of_scopes(rounds):8.3f}")


if __name__ == "__main__":
    main()
