"""Compare the Traces of both engines: `python -m tools.compare_engines TOPIC ...` runs tests/programs/TOPIC on each.

Needs an environment with PyTorch. Prints how many programs agree in each respect, and which do not.
"""

import io
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from autograd_engine.run import program as built_in
from autograd_engine.trace import Trace, from_plain
from sandbox.references import check_references
from torch_recorder import program as real

PROGRAMS = Path(__file__).parents[1] / "tests" / "programs"
TOLERANCE = 1e-5


def main(topics: list[str]) -> None:
    """Compare the programs of some topics and print a table."""
    agreeing: Counter[str] = Counter()
    compared = 0
    for path in sorted(path for topic in topics for path in (PROGRAMS / topic).glob("*.py")):
        differing = differences(path)
        compared += 1
        agreeing.update(respect for respect in RESPECTS if respect not in differing)
        if differing:
            print(f"{path.parent.name}/{path.stem}: {', '.join(differing)}", flush=True)
    print(f"\n{'| respect':17} | of {compared} |\n| --- | ---: |")
    for respect in RESPECTS:
        print(f"| {respect} | {agreeing[respect]} |")


def differences(path: Path) -> list[str]:
    """Return the respects in which the Traces of a program differ."""
    source, traces, printed = path.read_text(encoding="utf-8"), [], []
    for engine in (built_in, real):
        stdout = io.StringIO()
        result = engine.run(source, filename=str(path), stdout=stdout)
        traces.append(from_plain(result.trace))
        check_references(traces[-1])
        printed.append(stdout.getvalue())
    found = [] if printed[0] == printed[1] else ["stdout"]
    return found + [name for name, of in RESPECTS.items() if of is not None and not alike(*map(of, traces))]


def alike(one: object, other: object) -> bool:
    """Return whether two parts of Traces agree, numbers up to rounding."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return bool(np.isclose(one, other, rtol=TOLERANCE, atol=TOLERANCE))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other


def _edges(trace: Trace) -> list:
    """Return the nodes that ran, each with the names of the nodes that it leads to."""
    ran = [trace.fns[step.fn] for step in trace.steps if step.kind == "run"]
    return [(fn.name, [edge.to if edge.to is None else trace.fns[edge.to].name for edge in fn.edges]) for fn in ran]


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


def _saved(trace: Trace) -> list:
    ran = [trace.fns[step.fn] for step in trace.steps if step.kind == "run"]
    return [sorted(s.name for s in fn.saved if s.tensor is not None) for fn in ran]


def _passes(trace: Trace) -> list:
    return [(p.kind, p.line, p.retain_graph, p.create_graph) for p in trace.passes]


def _error(trace: Trace) -> object:
    return trace.error and (trace.error.type, trace.error.message, trace.error.line)


def _value(trace: Trace, index: int | None) -> object:
    return None if index is None else (trace.values[index].shape, trace.values[index].data)


RESPECTS = {
    "stdout": None, "error": _error, "passes": _passes, "order of nodes": _order, "edges": _edges,
    "gradients": _gradients, "sums": _sums, "hooks": _hooks, "saved": _saved,
}  # fmt: skip

if __name__ == "__main__":
    main(sys.argv[1:])
