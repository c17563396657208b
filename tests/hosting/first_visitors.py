"""A fresh server's first visitors, in a process of its own: eight threads, each of which does first what a visitor does.

    python -m tests.hosting.first_visitors

It prints how many of them had a picture and a nudged run.
"""

import ast
import json
import logging
import sys
import threading
from pathlib import Path

import msgspec

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel
from autograd_studio.sandbox.sandbox import check_trace
from autograd_studio.web.places import PLACES
from autograd_studio.web.routes import nudging, tokens
from autograd_studio.web.server.prepare import prepare

THREADS = 8
ROOT = Path(__file__).parents[2]
PROGRAMS = (
    "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n",
    "import torch\nw = torch.ones(2, 2, requires_grad=True)\nloss = (w @ w).relu().sum()\nloss.backward()\n",
)
NUDGE = {"value": 2.0, "creation": 0}


def visit(number: int, barrier: threading.Barrier, served: list[int]) -> None:
    """Check a Trace, open a page, run a program, and nudge it."""
    trace = TRACES[number % len(TRACES)]  # as two runs end at the same moment
    barrier.wait()
    check_trace(trace)
    import_page(ROOT / f"pages/{list(PLACES)[number % len(PLACES)]}.py")
    from autograd_studio.web.runs.run import run

    visitor, program = sandbox.Visitor(str(number)), PROGRAMS[number % 2]
    found = run(Request(program), Cancel(), lambda position: None, visitor=visitor)
    sent = {"token": tokens.token(visitor.session), "program": program, "nudge": NUDGE}
    wanted = nudging._READER.decode(msgspec.json.encode(sent))
    nudged = nudging.run_nudged(wanted, sandbox.Visitor(tokens.visitor_of(wanted.token)))
    is_served = found.payload is not None and (isinstance(nudged, bytes) or nudged[0] == 429)
    served.append(int(is_served))


def import_page(path: Path) -> None:
    """Import what a page imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    exec(compile(tree, path, "exec"), {})


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    prepare()
    TRACES = [json.dumps(lessons.stored(topic.lessons[0])["trace"]).encode() for topic in lessons.topics()]
    sys.setswitchinterval(1e-6)  # so that threads meet in what takes microseconds
    barrier, served = threading.Barrier(THREADS), []
    threads = [threading.Thread(target=visit, args=(n, barrier, served)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sum(served))
