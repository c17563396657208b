"""Record random expression graphs, and what real PyTorch does with them, in tests/records.

Run it with an interpreter that has torch 2.13.0:

    python -m tools.record.random_graphs [--count 500]

A program is grown statement by statement: a template is filled with variables, executed, and kept when
the values stay small and finite. Literals are quarters, so that ties and kinks are met often.
"""

import argparse
import contextlib
import gzip
import itertools
import math
import multiprocessing
import random
import warnings
from collections.abc import Iterator
from pathlib import Path

import torch

from . import execution, stability

RECORD = Path(__file__).resolve().parents[2] / "tests" / "records" / "random_graphs.json.gz"
SHAPES = [(), (1,), (2,), (3,), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (2, 1, 2)]
LIMIT = 20.0
GRADIENT_LIMIT = 1e4
ELEMENTS = 24
NODES = 7
REASONS = ("modified by an inplace operation", "second time", "modified inplace")

EXPRESSIONS = """
-{x}; {x}.exp(); {x}.log(); {x}.tanh(); torch.sigmoid({x}); {x}.relu(); {x}.sin(); torch.cos({x})
{x}.sqrt(); {x} ** 2; {x} ** 3; {c} ** {x}; {x}.abs(); {x}.square(); {x}.reciprocal(); {x}.clamp(min=0)
{x}.clamp(-1, 1); {x} + {c}; {c} - {x}; {x} * {c}; {x} / {c}; {c} / {x}; {x}.exp2(); {x}.log1p()
{x}.rsqrt(); {x}.sign(); {x} + {y}; {x} + {y}; {x} - {y}; {x} * {y}; {x} * {y}; {x} * {y}; {x} / {y}
{x} ** {y}; {x} * {x} + {x}; {x}.add({y}, alpha={c}); torch.maximum({x}, {y}); torch.minimum({x}, {y})
torch.where({x} > {y}, {x}, {z}); torch.where({x} > 0, {x} * {c}, {y}); torch.lerp({x}, {y}, 0.25)
torch.addcmul({x}, {y}, {z}); {x} @ {y}; {x} @ {y}; {x} @ {y}.T; {x}.mm({y}); {x}.matmul({x}.t())
torch.dot({x}, {y}); torch.outer({x}, {y}); {x}.mv({y}); torch.addmm({x}, {y}, {z}); {x}.sum(); {x}.sum(0)
{x}.sum(-1, keepdim=True); {x}.mean(); {x}.mean(dim=0); {x}.mean(-1, keepdim=True); {x}.max(); {x}.min()
{x}.max(dim=0).values; {x}.min(dim=-1)[0]; {x}.amax(-1); {x}.amin(0, keepdim=True); {x}.prod()
{x}.logsumexp(-1); {x}.softmax(-1); {x}.log_softmax(dim=0); {x}.norm(); {x}.var(); {x}.cumsum(0)
{x}.view(-1); {x}.reshape(1, -1); {x}.t(); {x}.transpose(0, 1); {x}.T; {x}.permute(1, 0); {x}.flatten()
{x}.unsqueeze(0); {x}.unsqueeze(-1); {x}.squeeze(); {x}.expand(2, -1); {x}.expand(2, *{x}.shape)
{x}.flip(0); {x}.repeat(2, 1); {x}.view_as({y}); {x}.contiguous(); {x}.movedim(0, -1); {x}.diagonal()
{x}.tril(); {x}[0]; {x}[-1]; {x}[:1]; {x}[1:]; {x}[..., 0]; {x}[:, 1]; {x}[None]; {x}[::2]; {x}[[0, 0]]
{x}[{x} > 0]; {x}[torch.tensor([1, 0, 1])]; {x}.index_select(0, torch.tensor([0, 0])); {x}.select(0, 0)
{x}.narrow(0, 0, 1); {x}.gather(0, torch.zeros(1, 1, dtype=torch.long)); {x}.masked_fill({x} > 1, {c})
torch.cat([{x}, {y}]); torch.cat([{x}, {y}, {x}], dim=-1)
torch.stack([{x}, {y}]); torch.stack([{x}, {x}], -1); {x}.unbind(0)[0]; {x}.chunk(2)[0]; {x}.split(1)[-1]
{x}.sort(descending=True).values; {x}.topk(1).values; {x}.clone(); {x}.detach(); {x}.detach() * {y}
{x}.data * 2; Twice.apply({x}); Product.apply({x}, {y}); Clipped.apply({x})
torch.nn.functional.softplus({x}); torch.nn.functional.leaky_relu({x}, 0.25)
torch.nn.functional.mish({x}); torch.logsumexp({x}, (0, 1)); torch.diff({x})
torch.tensordot({x}, {y}, dims=1); torch.inner({x}, {y})
torch.addmv({x}, {y}, {z}); torch.addr({x}, {y}, {z}); torch.nn.functional.linear({x}, {y}, {z})
{x}.index_add(0, torch.tensor([0]), {y}); torch.kron({x}, {y})
{x}.where({x} > {y}, {c}); torch.atan2({x}, {y}); torch.hypot({x}, {y}); {x}.cumprod(0); {x}.roll(1)
"""

STATEMENTS = """
{x} += {y}; {x} *= {c}; {x} -= {x}.detach(); {x}.mul_({y}); {x}.add_({c}); {x}.neg_(); {x}.tanh_()
{x}.relu_(); {x}[0] = {c}; {x}[0] = {y}; {x}[0].mul_({c}); {x}[..., -1] += {y}; {x}[{x} < 0] = {c}
{x}.view(-1)[0] = {c}; {x}.zero_(); {x}.copy_({y}); {x}.t().mul_({c}); {x}.data.mul_({c}); {x}[:1] *= {y}
{x}.clamp_(min=-1); {x}.register_hook(lambda g: g * {c}); {x}.retain_grad(); {x}.requires_grad_()
{n}, {m} = Both.apply({x}, {y}); {n}, {m} = {x}.chunk(2); {n}, {m} = {x}.unbind(0)
with torch.no_grad(): {n} = {x} * {y}
"""

ENDINGS = """
({r}.sum() + {s}.sum()).backward()
({r}.sum() + {s}.mean() * {q}.sum()).backward()
({r} * {r}).mean().backward()
{r}.backward({seed})
torch.autograd.backward([{r}, {s}, {q}], [{seed}, torch.ones_like({s}), -{q}])
{r}.sum().backward(retain_graph=True); {s}.sum().backward()
{r}.sum().backward(); {s}.sum().backward()
print(torch.autograd.grad({r}.sum(), [{leaves}], allow_unused=True))
print(torch.autograd.grad([{r}, {s}], [{leaves}], [{seed}, torch.ones_like({s})], allow_unused=True))
torch.autograd.backward({r}.sum() * 2, inputs=[{leaf}])
g, = torch.autograd.grad({r}.sum(), {leaf}, create_graph=True); (g * g).sum().backward()
"""

FUNCTIONS = """
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2
---
class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * y, g * x
---
class Clipped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        g[x < 0] = 0
        return g
---
class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y, x - y

    @staticmethod
    def backward(ctx, g, h):
        return g + h, g - h
"""


class Rejected(Exception):
    """The program grew values too large, or ends otherwise than it should."""


def main() -> None:
    """Generate, run and record."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=500)
    count = parser.parse_args().count
    with multiprocessing.get_context("fork").Pool(1) as fresh:  # the recording process stays untouched
        sources = {f"graph_{seed:03}": source for seed, source in enumerate(fresh.map(generate, range(count)))}
    records = {name: {"source": sources[name], **record} for name, record in stability.records(sources).items()}
    with gzip.GzipFile(RECORD, "wb", mtime=0) as file:
        file.write(execution.dump(records).encode())
    failing = sum(record["error"] is not None for record in records.values())
    unordered = sum(record["backward"] is None for record in records.values())
    print(stability.summary(records))
    print(f"{count} graphs, {failing} fail as they should, {unordered} without order")


def generate(seed: int) -> str:
    """The source of the seed's program; one in twelve ends in an error of the backward pass."""
    warnings.simplefilter("ignore")
    attempt = 0
    while True:
        grower = Grower(random.Random(f"{seed}/{attempt}"), failing=seed % 12 == 0)
        with contextlib.suppress(Rejected, RuntimeError, TypeError):  # TypeError: a hook that got no gradient
            return grower.program()
        attempt += 1


class Grower:
    """A program under construction: its lines and the live variables they made."""

    def __init__(self, choice: random.Random, failing: bool) -> None:
        self.choice = choice
        self.failing = failing
        self.lines: list[str] = []
        self.space: dict = {"torch": torch, "print": lambda *_: None}
        self.names = (f"t{k}" for k in itertools.count())
        functions = dict(zip(("Twice", "Product", "Clipped", "Both"), FUNCTIONS.split("---\n"), strict=True))
        self.functions = {name: text.strip() for name, text in functions.items()}
        for text in self.functions.values():
            exec(text, self.space)

    def program(self) -> str:
        """Leaves, a dozen statements, one or two backward passes, and a print of every gradient."""
        leaves = self._leaves()
        for _ in range(self.choice.randint(3, 14)):
            self._grow()
        self._end(leaves)
        text = "\n".join(self.lines)
        functions = [code for name, code in self.functions.items() if f"{name}.apply" in text]
        return "\n\n\n".join(["import torch", *functions, text]) + "\n"

    def _leaves(self) -> list[str]:
        """Most often two or three leaves of mixed shapes; sometimes many scalars stacked, for ties."""
        many = self.choice.random() < 0.15
        names = list("abcdefgh")[: self.choice.randint(4, 8) if many else self.choice.randint(1, 4)]
        for name in names:
            shape = () if many else self.choice.choice(SHAPES)
            flag = ", requires_grad=True" if name == "a" or self.choice.random() < 0.85 else ""
            self._keep(f"{name} = torch.tensor({self._literal(shape)}{flag})")
        if many:
            shuffled = self.choice.sample(names, len(names))
            self._keep(f"{next(self.names)} = torch.stack([{', '.join(shuffled)}])")
        return [name for name in names if self.space[name].requires_grad]

    def _literal(self, shape: tuple[int, ...]) -> object:
        if not shape:
            return self.choice.randint(-8, 8) / 4
        return [self._literal(shape[1:]) for _ in range(shape[0])]

    def _grow(self) -> None:
        """Add one statement: candidates which do not run are dropped, as are results out of range."""
        while True:
            whole = self.choice.random() < 0.25
            text = self.choice.choice(_templates(STATEMENTS if whole else EXPRESSIONS))
            line = text if whole else "{n} = " + text
            x, y, z = (self._variable() for _ in "xyz")
            names = {"n": next(self.names), "m": next(self.names)} if "{n}" in line else {}
            constant = self.choice.choice([0.5, 1.5, 2, 3])
            line = line.format(x=x, y=y, z=z, c=constant, **names)
            try:
                exec(line, self.space)
            except (RuntimeError, IndexError, TypeError, ValueError):
                continue
            fresh = [self.space.get(name) for name in names.values()]
            if all(value is None or _fits(value) for value in fresh):
                self.lines.append(line)
                break
            for name in names.values():
                self.space.pop(name, None)
        if not all(_fits(self.space[name]) for name in self._variables()):
            raise Rejected("a write made a value too large")

    def _variables(self) -> list[str]:
        return [name for name, value in self.space.items() if isinstance(value, torch.Tensor)]

    def _variable(self) -> str:
        """A variable's name, the later ones more often."""
        names = self._variables()
        return names[int(len(names) * self.choice.random() ** 0.6)]

    def _end(self, leaves: list[str]) -> None:
        roots = [name for name in self._variables() if self.space[name].grad_fn is not None]
        if not roots:
            raise Rejected("nothing to differentiate")
        r = max(roots, key=lambda name: len(execution.reachable([self.space[name]])))
        s, q = (self.choice.choice(roots) for _ in "sq")
        if len(execution.reachable([self.space[name] for name in (r, s, q)])) < NODES:
            raise Rejected("a graph too small")
        ending = self.choice.choice(_templates(ENDINGS, separator="\n")).format(
            r=r,
            s=s,
            q=q,
            seed=f"torch.tensor({self._literal(tuple(self.space[r].shape))})",
            leaves=", ".join(leaves),
            leaf=self.choice.choice(leaves),
        )
        try:
            for line in ending.split("; "):
                self._keep(line)
        except RuntimeError as error:
            if self.failing and any(reason in str(error) for reason in REASONS):
                return
            raise
        if self.failing:
            raise Rejected("no error")
        for name in leaves:
            self._keep(f"print({name!r}, {name}.grad)")
        if not all(_steady(self.space[name].grad) for name in leaves):
            raise Rejected("a gradient is too large, or at a rounding boundary")

    def _keep(self, line: str) -> None:
        self.lines.append(line)
        exec(line, self.space)


def _templates(table: str, separator: str = ";") -> list[str]:
    return [text.strip() for line in table.strip().split("\n") for text in line.split(separator)]


def _fits(value: torch.Tensor) -> bool:
    if not value.is_floating_point() or not 1 <= value.numel() <= ELEMENTS:
        return False
    return all(math.isfinite(number) and abs(number) <= LIMIT for number in _flat(value))


def _steady(gradient: torch.Tensor | None) -> bool:
    """Whether a last-bit difference in the gradient would leave its four printed decimals alone."""
    if gradient is None:
        return True
    return all(abs(number) < GRADIENT_LIMIT and abs(number * 1e4 % 1 - 0.5) > 0.02 for number in _flat(gradient))


def _flat(tensor: torch.Tensor) -> Iterator[float]:
    return iter(tensor.detach().flatten().tolist())


if __name__ == "__main__":
    main()
