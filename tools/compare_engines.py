"""Compare the Traces of both engines: `python -m tools.compare_engines [TOPIC ...]` runs the corpus on each.

Needs an environment with PyTorch. Prints how many programs agree in each respect, and which do not; without topics, it also
writes that to tests/records/agreement.json. Every program has a process of its own, since some change settings for good.
"""

import io
import json
import multiprocessing
import re
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import torch

from autograd_engine.run import program as built_in
from autograd_engine.trace.schema import Trace
from autograd_studio.sandbox.answer.references import check_references
from autograd_studio.torch_recorder import program as real
from tests.support.corpus import PROGRAMS, ROOT

RECORD = ROOT / "tests" / "records" / "agreement.json"
TOLERANCE = 1e-5
PROCESSES = 2
_ADDRESS = re.compile("0x[0-9a-f]+")  # of an object, which no two runs share


def main(topics: list[str]) -> None:
    """Compare the programs of some topics, or of all, and print a table."""
    names = [name for name in sorted(PROGRAMS) if not topics or name.partition("/")[0] in topics]
    found = {}
    for name, differing in compared(names):
        found[name] = differing
        print(f"{name}: {', '.join(differing)}", flush=True)
    counts = Counter(respect for differing in found.values() for respect in differing)
    print(f"\n{'| respect':17} | of {len(names)} |\n| --- | ---: |")
    for respect in RESPECTS:
        print(f"| {respect} | {len(names) - counts[respect]} |")
    if not topics:
        record = {"torch": torch.__version__, "compared": len(names), "differing": found}
        RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def compared(names: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the programs whose Traces differ, and in which respects. Each runs in a process of its own."""
    torch.set_num_threads(1)  # a process that is forked off has no other threads
    with multiprocessing.get_context("fork").Pool(PROCESSES, maxtasksperchild=1) as processes:
        differing = processes.imap(differences, names)
        yield from ((name, respects) for name, respects in zip(names, differing, strict=True) if respects)


def differences(name: str) -> list[str]:
    """Return the respects in which the Traces of a program differ."""
    traces, printed = [], []
    for engine in (built_in, real):
        stdout = io.StringIO()
        result = engine.run(PROGRAMS[name], filename=f"{name}.py", stdout=stdout, stderr=io.StringIO())
        traces.append(result.trace)
        check_references(traces[-1])
        printed.append(_ADDRESS.sub("0x…", stdout.getvalue()))
    found = [] if printed[0] == printed[1] else ["stdout"]
    found += [name for name, of in RESPECTS.items() if of is not None and not alike(*map(of, traces))]
    return found if _tells_saved(*traces) else [*found, "saved"]


def alike(one: object, other: object) -> bool:
    """Return whether two parts of Traces agree, numbers up to rounding."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return bool(np.isclose(one, other, rtol=TOLERANCE, atol=TOLERANCE))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other


def _edges(trace: Trace) -> list:
    """Return the nodes that ran, each with the names of the nodes that it leads to.

    An AccumulateGrad counts as none: the built-in engine makes it when a pass first reaches it.
    """
    ran = [trace.fns[step.fn] for step in trace.steps if step.kind == "run"]
    targets = [[None if edge.to is None else trace.fns[edge.to] for edge in fn.edges] for fn in ran]
    return [
        (fn.name, [None if to is None or to.kind == "accumulate" else to.name for to in reached])
        for fn, reached in zip(ran, targets, strict=True)
    ]


def _order(trace: Trace) -> list:
    return [
        trace.fns[step.fn].name for step in trace.steps if step.kind in ("run", "accumulate") and step.fn is not None
    ]


def _gradients(trace: Trace) -> list:
    return [
        [_value(trace, v) for v in (*(step.incoming or ()), *step.outgoing)]
        for step in trace.steps
        if step.kind == "run" and step.outgoing
    ]


def _sums(trace: Trace) -> list:
    kinds = ("arrive", "accumulate")
    return [[_value(trace, v) for v in (s.before, s.value, s.after)] for s in trace.steps if s.kind in kinds]


def _hooks(trace: Trace) -> list:
    """Return what hooks were given and made of it, among the nodes that ran (False)."""
    return [
        step.kind == "hook"
        and (step.how, step.text, step.fn is not None and trace.fns[step.fn].name)
        + tuple([_value(trace, v) for v in values] for values in (step.incoming, step.outgoing))
        for step in trace.steps
        if step.kind in ("hook", "run")
    ]


def _saved(trace: Trace) -> list[set[str]]:
    ran = [trace.fns[step.fn] for step in trace.steps if step.kind == "run"]
    return [{s.name for s in fn.saved if s.tensor is not None} for fn in ran]


def _tells_saved(built_in: Trace, real: Trace) -> bool:
    """Return whether all that the recording of PyTorch tells of saved tensors is so; it cannot tell of each (docs/trace.md)."""
    return len(_saved(built_in)) == len(_saved(real)) and all(map(set.issuperset, _saved(built_in), _saved(real)))


def _passes(trace: Trace) -> list:
    return [(p.kind, p.line, p.retain_graph, p.create_graph) for p in trace.passes]


def _error(trace: Trace) -> object:
    return trace.error and (trace.error.type, trace.error.message, trace.error.line)


def _value(trace: Trace, index: int | None) -> object:
    return None if index is None else (trace.values[index].shape, trace.values[index].data)


RESPECTS = {
    "stdout": None, "error": _error, "passes": _passes, "order of nodes": _order, "edges": _edges,
    "gradients": _gradients, "sums": _sums, "hooks": _hooks, "saved": None,
}  # fmt: skip

if __name__ == "__main__":
    main(sys.argv[1:])
