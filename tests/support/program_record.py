"""Run a program on our engine and compare everything it did with PyTorch's record of it."""

import hashlib
import io
import re
import sys

import numpy as np

from autograd_engine.run import program
from autograd_engine.trace.schema import TraceLimits, plain

from . import agreement


def check(source: str, filename: str, record: dict) -> None:
    """Fail unless output, failure, warnings, execution order and gradients are PyTorch's."""
    stdout = io.StringIO()
    limits = TraceLimits(operations=20_000, steps=200_000, elements=200_000)
    result = program.run(source, filename=filename, stdout=stdout, trace_limits=limits)
    _check_output(_as_recorded(stdout.getvalue()).split("\n"), record)
    error = result.error and {key: result.error[key] for key in ("type", "message", "line")}
    assert (error and {**error, "message": _as_recorded(error["message"])}) == record["error"]
    assert result.exit_status == record["exit_status"]
    assert _shown(result.warnings) == record["warnings"]
    if record["backward"] is not None:
        _check_backward(
            *[_renumbered(_completed(one)) for one in (executed_nodes(plain(result.trace)), record["backward"])]
        )


def _check_output(lines: list[str], record: dict) -> None:
    """Fail unless the lines are those of the record: to the character, but for the digits of unstable ones."""
    unstable = {int(line): spread for line, spread in record.get("unstable", {}).items()}
    if not agreement.agree(lines, record["stdout"], unstable):
        assert lines == record["stdout"], f"of which only {sorted(unstable)} may differ, by rounding"


def executed_nodes(trace: dict) -> list[dict]:
    """The backward passes of a trace, as the record has them.

    One item for each backward pass that executed a node, in the order in which the passes began, but
    none for those inside gradcheck and gradgradcheck: `{"line": line, "nodes": [node, ...]}`. The nodes
    are in order of execution: `{"node": name(), "received": [gradient, ...], "produced": [gradient,
    ...]}`, without "produced" when the node failed; for an AccumulateGrad "leaf" (which of the leaves) and
    "grad" (the leaf's `.grad` afterwards) instead of "produced". A gradient is None, nested lists of numbers
    with "nan", "inf" and "-inf" as text, or, above 32 elements, {"shape", "sum", "abs_sum"}.
    """
    passes, current = [], []
    for step in trace.get("steps", []):
        kind = step["kind"]
        if kind == "backward":
            passes.append({"line": step.get("line"), "nodes": []})
            current.append(passes[-1]["nodes"])
        elif kind == "end":
            current.pop()
        elif kind == "run" and step.get("how") != "end":
            current[-1].append({"node": _name(trace, step), "received": _arrays(trace, step.get("incoming"))})
            if "how" not in step:
                current[-1][-1]["produced"] = _arrays(trace, step.get("outgoing"))
        elif kind == "run":
            node = next(n for n in reversed(current[-1]) if n["node"] == _name(trace, step) and "produced" not in n)
            node["produced"] = _arrays(trace, step.get("outgoing"))
        elif kind == "accumulate" and step.get("fn") is not None:
            leaf = trace["tensors"][trace["fns"][step["fn"]]["variable"]]["identity"]
            grad = _array(trace, step.get("after"))
            received = [_array(trace, step.get("value"))]
            current[-1].append({"node": _name(trace, step), "received": received, "leaf": leaf, "grad": grad})
        elif kind == "grad" and current:  # a hook of the leaf that has just accumulated
            leaf = trace["tensors"][step["tensor"]]["identity"]
            if current[-1] and current[-1][-1].get("leaf", -1) == leaf:
                current[-1][-1]["grad"] = _array(trace, step.get("after"))
    checks = ["gradcheck(" in line for line in trace["source"].split("\n")]
    return [one for one in passes if one["line"] is None or not checks[one["line"] - 1]]


def _name(trace: dict, step: dict) -> str:
    return trace["fns"][step["fn"]]["name"]


def _arrays(trace: dict, indices: list | None) -> list:
    return [_array(trace, index) for index in indices or []]


def _array(trace: dict, index: int | None) -> object:
    if index is None:
        return None
    value = trace["values"][index]
    names = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}
    flat = np.array([names.get(x, x) for x in value["data"]], object)
    if flat.size > 32:
        numbers = flat.astype(float)
        return {"shape": value["shape"], "sum": numbers.sum(), "abs_sum": np.abs(numbers).sum()}
    return flat.reshape(value["shape"]).tolist()


def fingerprint(source: str) -> str:
    """What a record keeps of the program it was made from."""
    return hashlib.sha256(source.encode()).hexdigest()[:16]


# What later versions of Python add to their own messages. The records are made with 3.11.
_ADDED = {(3, 13): r"(?<=')\. Did you mean '\w+'\?|(?<=') and no __dict__ for setting new attributes"}


def _as_recorded(text: str) -> str:
    """The text as the Python of the records has it."""
    for version, words in _ADDED.items():
        if sys.version_info >= version:
            text = re.sub(words, "", text)
    return _normal(text)


def _normal(text: str) -> str:
    return re.sub(r"0x[0-9a-f]{6,16}", "0x...", text)


def _shown(warnings: list[tuple]) -> list[list]:
    return [[category, _normal(text.split("\n")[0]), line] for category, text, line in warnings]


def _completed(passes: list[dict]) -> list[dict]:
    """The passes without the node that failed, which a trace does not show as executed."""
    done = [[node for node in one["nodes"] if "produced" in node or "grad" in node] for one in passes]
    return [{**one, "nodes": nodes} for one, nodes in zip(passes, done, strict=True) if nodes]


def _renumbered(passes: list[dict]) -> list[dict]:
    """The passes with the leaves numbered in the order in which they first get a gradient."""
    numbers: dict[int, int] = {}
    return [
        {
            **one,
            "nodes": [
                {**node, "leaf": numbers.setdefault(node["leaf"], len(numbers))} if "leaf" in node else node
                for node in one["nodes"]
            ],
        }
        for one in passes
    ]


def _check_backward(passes: list[dict], expected: list[dict]) -> None:
    assert [_order(one) for one in passes] == [_order(one) for one in expected]
    spreads = _spreads(expected)
    for ours, theirs in zip(passes, expected, strict=True):
        for k, (node, reference) in enumerate(zip(ours["nodes"], theirs["nodes"], strict=True)):
            where = f"pass of line {theirs['line']}, node {k}, {reference['node']}"
            assert node.keys() == reference.keys() - {"spread"}, where
            spread = spreads[_place(theirs, k)]
            for key in ("received", "produced"):
                gradients, wanted = node.get(key, []), reference.get(key, [])
                assert len(gradients) == len(wanted), f"{where}: {key} {gradients} is not {wanted}"
                for pair in zip(gradients, wanted, strict=True):
                    assert _same(*pair, spread), f"{where}: {key} {pair[0]} is not {pair[1]}"
            pair = node.get("grad"), reference.get("grad")
            assert _same(*pair, spread), f"{where}: .grad {pair[0]} is not {pair[1]}"


def _spreads(passes: list[dict]) -> dict[tuple, float]:
    """How far PyTorch's own settings lie apart, for each place of a pass: as far in one iteration of a loop as in another."""
    spreads: dict[tuple, float] = {}
    for one in passes:
        for k, node in enumerate(one["nodes"]):
            spreads[_place(one, k)] = max(node.get("spread", 0), spreads.get(_place(one, k), 0))
    return spreads


def _place(one: dict, k: int) -> tuple:
    return one["line"], k, _title(one["nodes"][k])


def _order(one: dict) -> dict:
    return {"line": one["line"], "order": [_title(node) for node in one["nodes"]]}


def _title(node: dict) -> str:
    name = node["node"].removeprefix("torch::autograd::")
    return f"{name} of leaf {node['leaf']}" if "leaf" in node else name


def _same(ours: object, theirs: object, spread: float) -> bool:
    """Whether two gradients agree, to the largest element's tolerance: that is what rounding scales with."""
    if ours is None or theirs is None:
        return ours is theirs
    if isinstance(theirs, dict):
        sums = [[float(sides[key]) for key in ("sum", "abs_sum")] for sides in (ours, theirs)]
        return ours["shape"] == theirs["shape"] and _close(*map(np.array, sums), spread)
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    return ours.shape == theirs.shape and _close(ours, theirs, spread)


def _close(ours: np.ndarray, theirs: np.ndarray, spread: float) -> bool:
    largest = np.abs(theirs[np.isfinite(theirs)]).max(initial=0)
    allowed = max(agreement.FLOAT32 * largest, agreement.SPREADS * spread)
    return np.allclose(ours, theirs, rtol=0, atol=allowed, equal_nan=True)
