"""Figures drawn off screen: the backend of matplotlib in programs, "module://autograd_studio.sandbox.child.figures".

`plt.show()` ends the open figures; each becomes a picture, and MARK in the output says where it belongs.
"""

from __future__ import annotations

import io
import os
import sys
import time
import warnings
from typing import Any
from weakref import WeakSet

import matplotlib
from matplotlib import font_manager, is_interactive
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ...catalogue import say
from ..answer.pictures import MARK, MOST, MOST_BYTES, MOST_PIXELS, are_forgone
from . import preread, refusals

# Of computing, that the figures that are still open when the program ends may take; the Trace has to be written, too.
CLOSING_SECONDS = 1.0

PADDING = 0.1  # inches

# So far in this process: pictures as PNG with a text each, the figures in them, and why others were left out.
_pictures: list[tuple[bytes, str]] = []
_shown: WeakSet[Figure] = WeakSet()
_told: set[str] = set()


class Manager(FigureManagerBase):
    """A figure of pyplot, in place of a window."""

    def show(self) -> None:
        """Show the figure, which stays open."""
        take(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """Show all open figures and end them; those that a program goes on drawing to stay open, unseen."""
        if block is False or (block is None and is_interactive()):
            return
        for manager in Gcf.get_all_fig_managers():
            take(manager.canvas.figure)
        Gcf.destroy_all()


class FigureCanvas(FigureCanvasAgg):
    """A canvas that shows what cannot be saved."""

    manager_class = Manager

    def print_figure(self, filename: Any, *how: Any, **options: Any) -> Any:
        """Write the figure; a program without files shows it instead."""
        if refusals.is_in_force() and isinstance(filename, str | os.PathLike):
            _tell(say("sandbox.figure.not_written", file=os.fspath(filename)))
            return take(self.figure)
        return super().print_figure(filename, *how, **options)


FigureManager = Manager


def take(figure: Figure) -> None:
    """Make a picture of a figure, where one is not there yet, and mark its place in the output."""
    if figure in _shown and not figure.stale:
        return
    _shown.add(figure)
    if _draw(figure):
        print(MARK)


def close() -> int:
    """Show the figures that are still open; return how many pictures that makes."""
    before, until = len(_pictures), time.process_time() + CLOSING_SECONDS
    for manager in Gcf.get_all_fig_managers():
        figure = manager.canvas.figure
        if figure in _shown and not figure.stale:
            continue
        if time.process_time() > until:
            _leave_out(say("sandbox.figure.slow"))
            break
        try:
            with warnings.catch_warnings(action="ignore"):  # no line of the program draws it
                _draw(figure)
        except Exception as error:
            _leave_out(say("sandbox.figure.raises", error=type(error).__name__, message=error))
    return len(_pictures) - before


def taken() -> list[tuple[bytes, str]]:
    """Return the pictures so far, as PNG with a text each."""
    return [] if are_forgone() else _pictures


def _leave_out(why: str) -> None:
    _tell(say("sandbox.figure.left_out", why=why))


def _draw(figure: Figure) -> bool:
    """Add the picture of a figure to the others; return whether there was room for it."""
    if len(_pictures) == MOST:
        _leave_out(say("sandbox.figure.most", count=MOST))
        return False
    if are_forgone():
        _pictures.append((b"", ""))
        return True
    file = io.BytesIO()
    # As notebooks show it: with all labels, also those that reach beyond its edge.
    sides = figure.get_tightbbox().padded(PADDING).size
    dpi = min(figure.dpi, (MOST_PIXELS - 1) / max(sides))
    FigureCanvasAgg.print_figure(figure.canvas, file, format="png", dpi=dpi, bbox_inches="tight", pad_inches=PADDING)
    if sum(len(png) for png, _ in _pictures) + len(file.getvalue()) > MOST_BYTES:
        _leave_out(say("sandbox.figure.size", size=MOST_BYTES >> 20))
        return False
    _pictures.append((file.getvalue(), described(figure)))
    return True


def described(figure: Figure) -> str:
    """Return what a reader who does not see the figure is told: its titles, axes and labelled lines."""
    parts = [figure.get_suptitle()]
    for axes in figure.axes:
        names = [text for text in (axes.get_ylabel(), axes.get_xlabel()) if text]
        parts += [axes.get_title(), " over ".join(names), ", ".join(axes.get_legend_handles_labels()[1])]
    told = "; ".join(" ".join(part.split()) for part in parts if part)
    return say("sandbox.figure.number", number=len(_pictures) + 1) + (f": {told}" if told else "")


def _tell(note: str) -> None:
    """Say something beside the output, once."""
    if note not in _told:
        _told.add(note)
        print(note, file=sys.stderr)


def _keep_to_fonts_that_were_read() -> None:
    """Know no font but those in memory, and draw with them once: what that loads late is there from then on."""
    fonts = font_manager.fontManager.ttflist
    known = [font for font in fonts if preread.is_read(font.fname)]
    if not known:
        return  # this process opens files as any other
    fonts[:] = known
    figure = Figure()
    axes = figure.subplots()
    axes.plot([0, 1], label="$x^2$")
    axes.legend()
    FigureCanvasAgg(figure).print_figure(io.BytesIO(), format="png")


def _keep_backend(backend: str, *, force: bool = True) -> None:
    """Go on drawing here, whichever backend a program chooses, as scripts do that run without a screen."""


_keep_to_fonts_that_were_read()
matplotlib.use = _keep_backend
