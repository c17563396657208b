"""L-BFGS: steps along the gradient as the curvature of the last steps turns it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ... import torch
from ...graph.observer import one_update, paused
from ...graph.tensor import Tensor
from .optimizer import Optimizer, number, require, require_options


class LBFGS(Optimizer):
    """Limited-memory BFGS (Nocedal and Wright, chapter 7); `step` needs a closure and calls it many times."""

    def __init__(
        self, params: Any, lr: float | Tensor = 1, max_iter: int = 20, max_eval: int | None = None,
        tolerance_grad: float = 1e-7, tolerance_change: float = 1e-9, history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:  # fmt: skip
        require_options(lr=lr)
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn,
        })  # fmt: skip
        require(len(self.param_groups) == 1, "LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    # ---- all parameters as one vector

    def _flat_grad(self) -> Tensor:
        grads = [torch.zeros_like(p) if p.grad is None else p.grad for p in self._params]
        return torch.cat([grad.view(-1) for grad in grads], 0)

    def _move(self, size: Any, direction: Tensor) -> None:
        start = 0
        for param in self._params:
            end = start + param.numel()
            with self._one_update(param):
                param.add_(direction[start:end].view_as(param), alpha=number(size))
            start = end

    @contextmanager
    def _one_update(self, param: Tensor) -> Iterator[None]:
        with self._observed(), one_update("lbfgs", param, {"self": param, "grad": param.grad}):
            yield

    # ---- the step

    @torch.no_grad()
    def step(self, closure: Callable) -> Any:
        """Take up to `max_iter` steps; return the loss before them.

        Whoever watches is told of what the closure does, and of each time that a parameter changes.
        """
        with_grad = torch.enable_grad()(closure)

        def watched() -> Any:
            with self._observed():
                return with_grad()

        with paused() as self._observed:
            return self._step(watched)

    def _step(self, closure: Callable) -> Any:
        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss, grad = float(first_loss), self._flat_grad()
        evaluations = 1
        state["func_evals"] += 1
        if grad.abs().max() <= group["tolerance_grad"]:
            return first_loss
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = self._direction(state, grad, group["history_size"])
            last_loss = loss
            size = number(group["lr"])
            if state["n_iter"] == 1:
                size = min(1.0, 1.0 / grad.abs().sum()) * size
            state["d"], state["t"], state["prev_loss"] = direction, size, last_loss
            slope = grad.dot(direction)
            if slope > -group["tolerance_change"]:
                break
            used = 0
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                search = _LineSearch(self, closure, direction)
                loss, grad, size, used = search.run(size, loss, grad, slope, group["max_eval"] - evaluations)
                state["t"] = size
                self._move(size, direction)
            else:
                self._move(size, direction)
                if iteration != group["max_iter"]:
                    loss, grad, used = float(closure()), self._flat_grad(), 1
            evaluations += used
            state["func_evals"] += used
            if (
                iteration == group["max_iter"]
                or evaluations >= group["max_eval"]
                or grad.abs().max() <= group["tolerance_grad"]
                or direction.mul(size).abs().max() <= group["tolerance_change"]
                or abs(loss - last_loss) < group["tolerance_change"]
            ):
                break
        return first_loss

    def _direction(self, state: dict[str, Any], grad: Tensor, history_size: int) -> Tensor:
        """Return the direction of the next step, and remember what the last one told of the curvature."""
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1, prev_flat_grad=grad.clone())
            return grad.neg()
        change, step = grad.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
        curvature = change.dot(step)
        history = state["old_dirs"], state["old_stps"], state["ro"]
        if curvature > 1e-10:
            for kept, new in zip(history, (change, step, 1.0 / curvature), strict=True):
                if len(kept) == history_size:
                    kept.pop(0)
                kept.append(new)
            state["H_diag"] = curvature / change.dot(change)
        direction, shares = grad.neg(), state.setdefault("al", [None] * history_size)
        for i in reversed(range(len(history[0]))):
            old_change, old_step, ro = (kept[i] for kept in history)
            shares[i] = old_step.dot(direction) * ro
            direction.add_(old_change, alpha=-number(shares[i]))
        direction = torch.mul(direction, state["H_diag"])
        for old_change, old_step, ro, share in zip(*history, shares, strict=False):
            direction.add_(old_step, alpha=number(share - old_change.dot(direction) * ro))
        state["prev_flat_grad"].copy_(grad)
        return direction


class _Point(NamedTuple):
    """A place on the line: how far along it is, and loss, gradient and slope there."""

    size: Any
    loss: float
    grad: Tensor
    slope: Any


class _LineSearch:
    """A search along a direction for a point that meets the strong Wolfe conditions: lower, and flatter."""

    def __init__(self, optimizer: LBFGS, closure: Callable, direction: Tensor) -> None:
        self._optimizer = optimizer
        self._closure = closure
        self._direction = direction
        self._start = [param.clone() for param in optimizer._params]
        self.evaluations = 0

    def _at(self, size: Any) -> _Point:
        """Evaluate the closure at a point, and go back."""
        self.evaluations += 1
        self._optimizer._move(size, self._direction)
        loss = float(self._closure())
        grad = self._optimizer._flat_grad()
        for param, start in zip(self._optimizer._params, self._start, strict=True):
            with self._optimizer._one_update(param):
                param.copy_(start)
        return _Point(size, loss, grad, grad.dot(self._direction))

    def run(
        self, size: Any, loss: float, grad: Tensor, slope: Any, most: int, c1: float = 1e-4, c2: float = 0.9,
        tolerance: float = 1e-9,
    ) -> tuple[float, Tensor, Any, int]:  # fmt: skip
        """Return loss, gradient and step size of the point that was found, and how often the closure was called."""
        start = _Point(0, loss, grad.clone(), slope)
        last, point, tries = start, self._at(size), 0

        def flat(p: _Point) -> bool:
            return abs(p.slope) <= -c2 * slope

        bracket = None
        while tries < most:
            if point.loss > start.loss + c1 * point.size * slope or (tries > 1 and point.loss >= last.loss):
                bracket = [last, point]
                break
            if flat(point):
                return point.loss, point.grad, point.size, self.evaluations
            if point.slope >= 0:
                bracket = [last, point]
                break
            bounds = point.size + 0.01 * (point.size - last.size), point.size * 10
            size = _minimum_of_cubic(last, point, bounds)
            last, point = point, self._at(size)
            tries += 1
        if bracket is None:
            bracket = [start, point]
        point = self._zoom(bracket, start, slope, tries, most, c1, flat, tolerance)
        return point.loss, point.grad, point.size, self.evaluations

    def _zoom(
        self, bracket: list[_Point], start: _Point, slope: Any, tries: int, most: int, c1: float,
        flat: Callable[[_Point], bool], tolerance: float,
    ) -> _Point:  # fmt: skip
        """Narrow the bracket down; return the lower of its ends."""
        width = self._direction.abs().max()
        low, high = (0, 1) if bracket[0].loss <= bracket[-1].loss else (1, 0)
        stuck = False
        while tries < most:
            if abs(bracket[1].size - bracket[0].size) * width < tolerance:
                break
            size = _minimum_of_cubic(*bracket)
            left, right = (f(end.size for end in bracket) for f in (min, max))
            margin = 0.1 * (right - left)
            if min(right - size, size - left) < margin:
                if stuck or size >= right or size <= left:
                    size = right - margin if abs(size - right) < abs(size - left) else left + margin
                    stuck = False
                else:
                    stuck = True
            else:
                stuck = False
            point = self._at(size)
            tries += 1
            if point.loss > start.loss + c1 * size * slope or point.loss >= bracket[low].loss:
                bracket[high] = point
                low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
                continue
            done = flat(point)
            if not done and point.slope * (bracket[high].size - bracket[low].size) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = point
            if done:
                break
        return bracket[low]


def _minimum_of_cubic(a: _Point, b: _Point, bounds: tuple | None = None) -> Any:
    """Return where the cubic through two points with their slopes is lowest, within bounds."""
    low, high = bounds or ((a.size, b.size) if a.size <= b.size else (b.size, a.size))
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.size - b.size)
    square = d1**2 - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if a.size <= b.size:
        place = b.size - (b.size - a.size) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    else:
        place = a.size - (a.size - b.size) * ((a.slope + d2 - d1) / (a.slope - b.slope + 2 * d2))
    return min(max(place, low), high)
