"""The seam through which the engine is watched: a few callbacks, called by the core, ignored by default.

The core never asks who is watching. It looks at `seam.count`, one integer, and calls `seam.observer()`
when somebody is there. Whoever watches subclasses `Observer` and enters `observe(observer)`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any


class Observer:
    """What a watcher of the engine learns; each method does nothing until it is overridden.

    Arrays are handed over by reference. `before_write` comes before any array that was handed
    over earlier changes, so a watcher that needs the old contents copies them there and nowhere else.
    """

    is_engine = False  # True: a part of the engine, which observes what is hidden from everybody else too

    def created(self, name: str, tensor: Any) -> None:
        """A creation function, `torch.<name>`, made the leaf `tensor`."""

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """An operation ran: `op` with `inputs` (tensors, numbers, sequences) gave the tensors `outputs`."""

    def requires_grad_set(self, tensor: Any) -> None:
        """A leaf's `requires_grad` was set."""

    def dual(self, tensor: Any, tangent: Any) -> None:
        """In forward mode a tensor that was made already got a tangent; results of operations have theirs when `op` comes."""

    def retained(self, tensor: Any) -> None:
        """`retain_grad()` was called on a result."""

    def regrown(self, tensor: Any) -> None:
        """A view got a new grad_fn because the memory under it was written to."""

    def before_write(self, array: Any) -> None:
        """The memory of `array` is about to be overwritten."""

    def shared(self, array: Any) -> None:
        """The program has the memory of `array`, a tensor's, as a NumPy array too."""

    def wrote(self, op: Any, inputs: tuple, tensor: Any) -> None:
        """An in-place operation changed `tensor`, whose version counter is already the new one."""

    def write_refused(self, tensor: Any, error: Exception) -> None:
        """An in-place operation on `tensor`, a leaf that requires a gradient, is about to raise `error`."""

    def updated(self, name: str, inputs: dict[str, Any], tensor: Any) -> None:
        """The step `name`, made of operations that were not reported, changed `tensor` from these `inputs`, as one write."""

    def optimizer_given(self, optimizer: Any, tensors: list) -> None:
        """An optimizer holds these tensors from now on, too."""

    def optimizer_stepped(self, optimizer: Any, is_skipped: bool) -> None:
        """An optimizer has made a step, or a GradScaler has left it out."""

    def function_begins(self, node: Any, inputs: tuple) -> None:
        """A custom Function's `forward` starts; operations until `function_ends` happen inside it."""

    def function_ends(self, node: Any, outputs: tuple) -> None:
        """A custom Function's `forward` returned the tensors `outputs`."""

    def function_fails(self, node: Any) -> None:
        """A custom Function's `forward` raised an exception."""

    def module_begins(self, module: Any) -> None:
        """A Module is called; what happens until `module_ends` happens inside it."""

    def module_ends(self, module: Any) -> None:
        """The call of a Module returned, or raised an exception."""

    def backward_begins(self, run: Any) -> None:
        """A backward pass starts; `run` is a `backward.Pass` with its roots, seeds, options and order."""

    def backward_ends(self, run: Any) -> None:
        """A backward pass is over, normally or by an error."""

    def backward_refused(self, tensors: Any, error: Exception) -> None:
        """A backward pass from what was given as `tensors` does not start, for the reason that `error` gives."""

    def node_begins(self, run: Any, node: Any, grads: Any) -> None:
        """`node` is about to run on the gradient(s) that arrived for its output(s)."""

    def node_ends(self, run: Any, node: Any, grads: Any, outs: tuple) -> None:
        """`node` ran: `outs` go to `node.next`, in this order; its saved tensors are freed unless retained."""

    def accumulated(self, variable: Any, before: Any, added: Any, after: Any) -> None:
        """A leaf's `.grad` was `before` (None at first), got `added` and is now `after`."""

    def refused(self, variable: Any, grad: Any) -> None:
        """`grad` arrived at a leaf that requires no gradient any more: its `.grad` stays as it is."""

    def hook(self, kind: str, owner: Any, function: Any, before: Any, after: Any) -> None:
        """A user's hook ran; `before` and `after` are the gradient(s) it was given and left behind."""

    def references(self, array: Any, most: int) -> int:
        """Return how many references to a gradient this watcher holds, `most` if there are more."""
        return 0

    def grad_read(self, tensor: Any, reader: Any) -> None:
        """The frame `reader` looks at `tensor.grad`."""

    def grad_set(self, tensor: Any, before: Any, after: Any) -> None:
        """`tensor.grad` was assigned: `before` and `after` are tensors or None."""


class _Several(Observer):
    """Several observers as one: each is called, the one that came last first."""

    def __init__(self, *observers: Observer) -> None:
        self.observers = observers


def _call_each(callback: str) -> Callable:
    def call(self: _Several, *args: Any) -> None:
        for observer in self.observers:
            getattr(observer, callback)(*args)

    return call


for _callback in [name for name in vars(Observer) if not name.startswith("_")]:
    setattr(_Several, _callback, _call_each(_callback))


def _references(self: _Several, array: Any, most: int) -> int:
    return sum(observer.references(array, most) for observer in self.observers)


_Several.references = _references


class Seam:
    """The one place the core looks at: how many watchers there are in all contexts, and who is in this one."""

    __slots__ = ("count", "_here")

    def __init__(self) -> None:
        self.count = 0
        self._here: ContextVar[tuple[Observer, tuple[Observer, ...]]] = ContextVar(
            "observers", default=(Observer(), ())
        )

    def observer(self) -> Observer:
        """Return this context's observers as one (one that ignores everything if nobody watches here)."""
        return self._here.get()[0]

    def add(self, observer: Observer) -> None:
        """Let an observer watch from now on, besides those who do already."""
        self._set((observer, *self.watching()))
        self.count += 1

    def remove(self, observer: Observer) -> None:
        """Let an observer watch no longer."""
        self.count -= 1
        self._set(tuple([other for other in self.watching() if other is not observer]))

    def watching(self) -> tuple[Observer, ...]:
        """Return this context's observers, the one that came last first."""
        return self._here.get()[1]

    def _set(self, observers: tuple[Observer, ...]) -> Any:
        observer = observers[0] if len(observers) == 1 else _Several(*observers)
        return self._here.set((observer, observers))

    @contextmanager
    def _watched_by(self, observers: tuple[Observer, ...]) -> Iterator[None]:
        token = self._set(observers)
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            self._here.reset(token)


seam = Seam()


@contextmanager
def observe(observer: Observer) -> Iterator[Observer]:
    """Let `observer` watch the engine inside the block, in this thread of control only, besides those who do already."""
    with seam._watched_by((observer, *seam.watching())):
        yield observer


def unobserved() -> Any:
    """Return a block whose operations are not observed: checks that run a function many times over."""
    return seam._watched_by(tuple([observer for observer in seam.watching() if observer.is_engine]))


@contextmanager
def paused() -> Iterator[Callable[[], AbstractContextManager]]:
    """Pause all observers in the block. Yields a context manager that resumes them."""
    watchers = seam.watching()
    with unobserved():
        yield partial(seam._watched_by, watchers)


@contextmanager
def report_refusal(tensors: Any) -> Iterator[None]:
    """Report an exception in the block, which prepares a pass from `tensors`, to whoever watches."""
    try:
        yield
    except Exception as error:
        if seam.count:
            seam.observer().backward_refused(tensors, error)
        raise


@contextmanager
def one_update(name: str, tensor: Any, inputs: dict[str, Any]) -> Iterator[None]:
    """Let the block change `tensor` by operations that count as one step, `name`, to whoever watches."""
    observer = seam.observer() if seam.count else None
    if observer is not None:
        observer.before_write(tensor.array())
    with unobserved():
        yield
    if observer is not None:
        observer.updated(name, inputs, tensor)
