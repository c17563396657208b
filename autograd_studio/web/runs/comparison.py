"""Comparing two runs: which of their steps belong together, and how they differ."""

from __future__ import annotations

import gzip
from collections import OrderedDict

from autograd_studio import sandbox
from autograd_studio.sandbox import Cancel

from .run import Run
from .threads import while_wanted

MOST_KNOWN = 32

_known: OrderedDict[tuple[bytes, bytes, str], bytes] = OrderedDict()


class NotCompared(Exception):
    """Two runs could not be compared; the message says why, empty where one of them has no steps."""


async def comparison(left: Run, right: Run) -> bytes:
    """Return the comparison of two runs as JSON, by view/compare/comparison.py, of two engines by view/compare/agreement.py.

    Raises:
        NotCompared: one of them has no steps, it took too long, is too large, or the server is busy.
    """
    if not (left.trace and right.trace and left.payload and right.payload):
        raise NotCompared
    worker = "comparison" if left.request.engine == right.request.engine else "agreement"
    key = left.trace, right.trace, worker
    if key not in _known:
        _known[key] = await while_wanted(_compared, *key)
        if len(_known) > MOST_KNOWN:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return _known[key]


def _compared(left: bytes, right: bytes, worker: str, cancel: Cancel) -> bytes:
    answer = sandbox.call(worker, gzip.decompress(left) + b"\n" + gzip.decompress(right), cancel=cancel)
    if isinstance(answer, bytes):
        return answer
    raise NotCompared(answer.message)
