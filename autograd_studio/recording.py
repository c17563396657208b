"""`record()`: a block of a program on real PyTorch, recorded for the player."""

from __future__ import annotations

import difflib
import html
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import Trace

from . import notebook_output
from .catalogue import say

if TYPE_CHECKING:
    import pandas
    import torch

    from .view.schema import Payload
    from .why.finding import Finding

FOLDER = Path(__file__).parent


def studio() -> Path:
    """Return the folder of app.py: within an installed package, beside it in a checkout."""
    installed = FOLDER / "studio"
    return installed if installed.is_dir() else FOLDER.parent


class Recording:
    """A recorded run: its Trace, and what can be made of it.

    `entry_of` leads from a tensor of the program to its present state in the Trace; None if it has none. `file` is where the
    program stands, if it is in one.
    """

    def __init__(
        self,
        trace: Trace,
        title: str,
        entry_of: Callable[[torch.Tensor], int | None] | None = None,
        file: str | None = None,
    ) -> None:
        self.trace = trace
        self.title = title
        self.file = file
        self._entry_of = entry_of

    @property
    def gradients(self) -> pandas.DataFrame:
        """A row for each time that a gradient was added to a `.grad`: its name, shape, and the numbers that describe it."""
        import pandas

        rows = []
        for number, step in enumerate(self.trace.steps):
            if step.kind != "accumulate" or step.after is None:
                continue
            value = self.trace.values[step.after]
            rows.append(
                {
                    "step": number,
                    "pass": step.run,
                    "line": step.line,
                    "name": self._name(step.tensor),
                    "shape": tuple(value.shape),
                    "grad": None if value.stats else value.data,
                    **(value.stats or {}),
                }
            )
        return pandas.DataFrame(rows)

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the gradients of the run, as data; nothing of a run without a mistake."""
        from .why.findings import findings

        return findings(self.trace, file=self.file)

    def why(self, of: str | torch.Tensor | None = None) -> str:
        """Return why the gradient of a tensor is None, zero or NaN; without a tensor, what is wrong with all of them.

        A tensor is given as it is or by its name, such as "model.3.weight", of which an unambiguous end is enough.

        Raises:
            ValueError: nothing was recorded of the tensor, or the name stands for none or for several.
        """
        from .why.findings import Why, joined

        why = Why(self.trace)
        if of is None:
            subject, found = say("record.gradients"), why.all()
        elif isinstance(of, str):
            subject = self._known_name(of)
            found = why.of_name(subject)
        else:
            entry = self._entry(of)
            subject = self._name(entry)
            found = why.of_name(subject) if self._names(entry) else [why.of_tensor(entry)]
        texts = [f"{one.heading}\n{one.text}" for one in joined([one for one in found if one is not None])]
        return "\n\n".join(texts) or say("record.fine", subject=subject)

    def _known_name(self, name: str) -> str:
        names = dict.fromkeys(name for tensor in self.trace.tensors for name in tensor.names)
        if name in names:
            return name
        ends = [known for known in names if known.endswith(f".{name}")]
        if len(ends) == 1:
            return ends[0]
        near = ends or difflib.get_close_matches(name, names)
        meant = say("record.meant", names=" or ".join(near[:4])) if near else ""
        raise ValueError(say("record.several" if ends else "record.none", name=name, meant=meant))

    def _entry(self, tensor: torch.Tensor) -> int:
        entry = self._entry_of(tensor) if self._entry_of is not None else None
        if entry is None:
            raise ValueError(say("record.unused"))
        return entry

    def save(self, path: str | os.PathLike, printed: tuple[str, str] | None = None) -> Path:
        """Write the run as one page that steps without a server or a network."""
        Path(path).write_text(self._page(self._payload(), printed), encoding="utf-8")
        return Path(path)

    def show(self) -> None:
        """Show the run: in the output of the cell in a notebook, otherwise in the browser."""
        if notebook_output.is_running():
            from IPython.display import display

            display(self)
            return
        with tempfile.NamedTemporaryFile(suffix=".html", delete=False) as file:
            webbrowser.open(self.save(file.name).as_uri())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        payload = self._payload()
        from .view.export import svg

        text = say("record.steps", title=html.escape(self.title), count=len(payload.steps))
        return notebook_output.output(self._page(payload), svg.svg(payload), text)

    def _payload(self) -> Payload:
        from .view.chapters import shortening
        from .view.layout import graphviz
        from .view.payload.document import payload

        with uncollected():
            return payload(shortening.shortened(self.trace), graphviz.place)

    def _page(self, payload: Payload, printed: tuple[str, str] | None = None) -> str:
        from .answering.printed import Printed
        from .view.payload.writing import packed
        from .web import offline

        written = printed and Printed(*printed)
        return offline.page(packed(payload), self.trace.source, printed=written, title=self.title)

    def _names(self, tensor: int) -> list[str]:
        identity = self.trace.tensors[tensor].identity
        return [name for t in self.trace.tensors if t.identity == identity for name in t.names]

    def _name(self, tensor: int) -> str:
        names = self._names(tensor)
        paths = [name for name in names if "." in name]  # of parameters, which loops call `p`
        return max(paths, key=len) if paths else names[-1] if names else self.trace.tensors[tensor].text


@contextmanager
def record(only: str | None = None, steps: Container[int] | None = None, tell: bool = True) -> Iterator[Recording]:
    """Record what runs inside the block on real PyTorch: `with record() as run: …`, then `run.save("step.html")`.

    `only` is the path of a Module, as in `named_modules()`: its calls alone are recorded, and what reaches it in backward
    passes. `steps` are the numbers of the training steps to record, from 0: iterations of the loop in which optimizers step.
    At the end of the block what is wrong with the gradients is printed to stderr, with the lines, unless `tell` is False.
    """
    from .torch_recorder.program import recording  # needs PyTorch
    from .torch_recorder.selection import Selection

    frame = sys._getframe(2)
    path = Path(frame.f_code.co_filename)
    with recording(frame, Selection(only, steps)) as (trace, entry_of):
        run = Recording(trace, path.name, entry_of, str(path))
        yield run
    if tell and (found := run.findings):
        from .why.telling import told

        print(told(found, path), file=sys.stderr)
