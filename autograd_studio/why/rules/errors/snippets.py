"""Snippets: errors of programs that were copied in part, with marks of a page, or from a computer that has more."""

from __future__ import annotations

from dataclasses import replace

from ...finding import Finding, finding
from ...index import TraceIndex
from ...pastes.pastes import Lack, lack
from .error import failure


@finding("missing_import", of="error")
def missing_import(index: TraceIndex) -> Finding | None:
    """Explain a name without its import."""
    return _lacking(index, "missing_import")


@finding("undefined_value", of="error")
def undefined_value(index: TraceIndex) -> Finding | None:
    """Explain a name without its value."""
    return _lacking(index, "undefined_value")


@finding("missing_module", of="error")
def missing_module(index: TraceIndex) -> Finding | None:
    """Explain an import of what is not installed."""
    return _lacking(index, "missing_module")


@finding("cut_off", of="error")
def cut_off(index: TraceIndex) -> Finding | None:
    """Explain a line whose block was not copied."""
    return _lacking(index, "cut_off")


@finding("session", of="error")
def session(index: TraceIndex) -> Finding | None:
    """Explain prompts and commands of a notebook."""
    return _lacking(index, "session")


@finding("page", of="error")
def page(index: TraceIndex) -> Finding | None:
    """Explain what a page has and a program has not."""
    return _lacking(index, "page")


@finding("no_cuda", of="error")
def no_cuda(index: TraceIndex) -> Finding | None:
    """Explain a program that asks for a GPU."""
    return _lacking(index, "no_cuda")


def _lacking(index: TraceIndex, cause: str) -> Finding | None:
    """Return that the program lacks something, with what supplies it, if that is the cause."""
    missing = index.once(_lack)
    if missing is None or missing.cause != cause:
        return None
    line = index.trace.error.line
    stated = line if f"ine {line} " in missing.told else None
    return replace(failure(index, cause, line, missing.told, error_line=stated), fix=missing.mended)


def _lack(index: TraceIndex) -> Lack | None:
    return lack(index.trace.source, index.trace.error)
