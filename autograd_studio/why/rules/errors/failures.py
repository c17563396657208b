"""Failures: why a program ended with an error, for what autograd raises with the steps that led there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ....catalogue import say
from ...finding import Finding, explains, finding, first
from ...index import TraceIndex
from ..nonfinite import origin_in_last_node
from .error import by_message, ended, failing_node, failure, says

REFUSED = "(real PyTorch does)"  # in the message about what this engine does not have


def failures(index: TraceIndex) -> Iterator[Finding]:
    """Yield the finding about the error, if there is one that a missing gradient does not explain."""
    if index.trace.error is not None and not _is_about_none(index):
        yield first("error", index)


def _is_about_none(index: TraceIndex) -> bool:
    """Return whether the program fails on a `.grad` that is None: that is another finding."""
    error = index.trace.error
    is_none = "None" in error.message or error.type == "AssertionError"
    return is_none and any(r.none and r.line == error.line for r in index.questions)


# ---- what this engine does not have


@finding("refused", of="error")
def refused(index: TraceIndex) -> Finding | None:
    """Explain what this engine does not have."""
    return by_message(index, "refused", REFUSED)


# ---- what has its cause in other files


@explains("error")
def anomaly(index: TraceIndex) -> Finding | None:
    """Explain the NaN at which anomaly detection has ended the program."""
    if not says(index, "returned nan values"):
        return None
    line, origin = index.trace.error.line, origin_in_last_node(index)
    if origin is None:
        return failure(index, "domain", line)
    text = say("why.error.anomaly", line=line, cause=origin.text)
    found = failure(index, origin.cause, origin.line, text, at=origin.at, pass_line=line)
    return replace(found, evidence=found.evidence | origin.evidence)


@explains("error")
def nothing_to_train(index: TraceIndex) -> Finding | None:
    """Explain an optimizer that is given no parameters, as by a generator that was used up before."""
    line = index.trace.error.line
    spent = index.source.spent(line) if says(index, "empty parameter list") else None
    if spent is None:
        return by_message(index, "not_in_optimizer", "empty parameter list")
    name, used = spent
    text = say("why.not_in_optimizer.spent", line=line, name=name, used_line=used)
    found = failure(index, "not_in_optimizer", used, text, optimizer_line=line, used_line=used)
    return replace(found, advice=say("why.not_in_optimizer.spent_advice", name=name))


@explains("error")
def made_in_inference_mode(index: TraceIndex) -> Finding | None:
    """Explain a failure at a tensor that was made in inference mode: where, if the text shows it."""
    texts = (
        "was created in inference mode",
        "Inference tensors cannot be saved for backward",
        "Inplace update to inference tensor outside InferenceMode",
    )
    if not says(index, *texts):
        return None
    for tensor in range(len(index.trace.tensors) - 1, -1, -1):
        entry = index.trace.tensors[tensor]
        mode = index.source.modes.switched_off(entry.line, set(entry.names))
        if mode is None or mode.name != "inference_mode" or not mode.holds(entry.line, entry.names):
            continue
        text = say(
            "why.inference_mode.told",
            line=entry.line,
            expression=entry.text,
            mode_line=mode.line,
            error_line=index.trace.error.line,
        )
        lines = {"computed_line": entry.line, "mode_line": mode.line, "error_line": index.trace.error.line}
        return failure(index, "inference_mode", mode.line, text, tensor, tensor, **lines)
    return failure(index, "inference_mode", index.trace.error.line)


@explains("error")
def not_required(index: TraceIndex) -> Finding | None:
    """Explain a request for the gradient of what does not require one."""
    texts = (
        "One of the differentiated Tensors does not require grad",
        "cannot register a hook on a tensor that doesn't require gradient",
        "can't retain_grad on Tensor that has requires_grad=False",
    )
    return by_message(index, "requires_grad_false", *texts)


@explains("error")
def not_a_leaf(index: TraceIndex) -> Finding | None:
    """Explain an optimizer that is given a result."""
    return by_message(index, "converted_leaf", "can't optimize a non-leaf Tensor")


@explains("error")
def written_gradient(index: TraceIndex) -> Finding | None:
    """Explain a custom backward that writes to the expanded gradient it is given."""
    is_in_backward = index.source.function_at(index.trace.error.line) == "backward"
    return by_message(index, "gradient_overwritten", "refers to a single memory location") if is_in_backward else None


@explains("error")
def without_derivative(index: TraceIndex) -> Finding | None:
    """Explain a pass that comes to an operation without a derivative."""
    if not says(index, "derivative for aten::"):
        return None
    fn, line = failing_node(index), index.trace.error.line
    op = None if fn is None or fn.op is None else index.trace.ops[fn.op]
    if op is None:
        return failure(index, "not_differentiable", line)
    text = say("why.not_differentiable.told", line=line, operation=op.text or op.name, operation_line=op.line)
    return failure(index, "not_differentiable", op.line, text, at=op.outputs[0], pass_line=line, computed_line=op.line)


# ---- custom Functions and hooks


@finding("function_form", of="error", lesson="wrong-count")
def function_form(index: TraceIndex) -> Finding | None:
    """Explain a custom Function that is called without apply(), or that lacks what one needs."""
    error, line = index.trace.error, index.source.misused(index.trace.error.message)
    if line is None:
        texts = ("with non-static forward method", "You must implement either the backward or vjp")
        return by_message(index, "function_form", *texts)
    text = say(
        "why.function_form.told", line=line, error_line=error.line, error=error.type, message=ended(error.message)
    )
    return failure(index, "function_form", line, text, called_line=line, error_line=error.line)


@finding("gradient_shape", of="error", lesson="broadcasting")
def gradient_shape(index: TraceIndex) -> Finding | None:
    """Explain a gradient of the wrong shape, which backward() is given, or a custom backward or a hook returns."""
    if says(index, "Mismatch in shape: grad_output"):
        return failure(index, "gradient_shape", index.trace.error.line)
    if says(index, "returned an invalid gradient at index"):
        return _shaped(index) or failure(index, "gradient_shape", _returning(index))
    if says(index, "has changed the size of value"):
        return _returned_by_hook(index, "gradient_shape")
    return None


def _shaped(index: TraceIndex) -> Finding | None:
    """Explain a gradient of the wrong shape that a custom backward returns, None if the text does not show which."""
    function = _function(index)
    pattern = r"at index (\d+) - got (\[.*?\]) but expected shape compatible with (\[.*?\])"
    found = re.search(pattern, index.trace.error.message)
    returned = index.source.returned(function, int(found[1])) if function and found else None
    if returned is None:
        return None
    gradient, line, name = returned
    got, wanted = found[2], found[3]
    text = say(
        "why.gradient_shape.told",
        line=index.trace.error.line,
        function=function,
        gradient=gradient,
        name=name,
        got=got,
        wanted=wanted,
    )
    sizes = [re.findall(r"\d+", shape) for shape in (got, wanted)]
    if len(sizes[0]) == 2 and sizes[0] == sizes[1][::-1] and line is not None:
        text += " " + say("why.gradient_shape.transposed", line=line)
    return failure(index, "gradient_shape", line, text, error_line=index.trace.error.line, got=got, expected=wanted)


@finding("function_count", of="error", lesson="wrong-count")
def function_count(index: TraceIndex) -> Finding | None:
    """Explain a custom backward that returns too many gradients, or too few."""
    is_told = says(index, "returned an incorrect number of gradients")
    return failure(index, "function_count", _returning(index)) if is_told else None


def _returning(index: TraceIndex) -> int | None:
    """Return the line in which the custom backward returns that the message is about; if not known, where it failed."""
    function = _function(index)
    line = None if function is None else index.source.return_of(function)
    return line or index.trace.error.line


def _function(index: TraceIndex) -> str | None:
    """Return the name of the custom Function whose gradients the message is about."""
    found = re.search(r"\b(\w+)Backward returned an", index.trace.error.message)
    return None if found is None else found[1]


@explains("error")
def hooked(index: TraceIndex) -> Finding | None:
    """Explain a hook that returns no gradient."""
    is_told = says(index, "has changed the type of value", "but hook returned")
    return _returned_by_hook(index, "hook") if is_told else None


def _returned_by_hook(index: TraceIndex, cause: str) -> Finding:
    """Blame what the hook that the message is about returns; if that is not known, where it failed."""
    error = index.trace.error
    found = re.search(r"\bhook '(.+?)' has changed|but hook returned", error.message)
    hook = None if found is None else index.source.hook_at(found[1])
    if hook is None or not hook[2]:
        return failure(index, cause, error.line if hook is None else hook[0])
    line, defined, returned = hook
    plain = failure(index, cause, line)
    text = say("why.hook.by_hook", failure=plain.told, hook=found[1], hook_line=defined, returned=returned, line=line)
    return replace(plain, told=text, evidence=plain.evidence | {"hook_line": defined, "computed_line": line})


@finding("once_differentiable", of="error", lesson="double-backward")
def once_differentiable(index: TraceIndex) -> Finding | None:
    """Explain a second pass through a backward that was not recorded."""
    return by_message(index, "once_differentiable", "marked with @once_differentiable")


# ---- flags


@finding("integer_leaf", of="error", lesson="no-grad-fn")
def integer_leaf(index: TraceIndex) -> Finding | None:
    """Explain integers that are to require a gradient."""
    texts = (
        "Only Tensors of floating point and complex dtype can require gradients",
        "only Tensors of floating point",
    )
    return by_message(index, "integer_leaf", *texts)


@finding("flag_of_result", of="error", lesson="leaf-and-non-leaf")
def flag_of_result(index: TraceIndex) -> Finding | None:
    """Explain the flag of a result that is to be set."""
    return by_message(index, "flag_of_result", "you can only change requires_grad flags of leaf variables")


@finding("numpy_of_graph", of="error", lesson="no-grad-fn")
def numpy_of_graph(index: TraceIndex) -> Finding | None:
    """Explain numpy() of a tensor with history."""
    return by_message(index, "numpy_of_graph", "Can't call numpy() on Tensor that requires grad")


# ---- operands


@finding("shapes", of="error", lesson="broadcasting")
def shapes(index: TraceIndex) -> Finding | None:
    """Explain operands whose shapes do not match."""
    texts = (
        "shapes cannot be multiplied",
        "must match the size of tensor",
        "must match the existing size",
        "size mismatch",
        "is invalid for input of size",
        "target size (",
        "Sizes of tensors must match",
        "to be equal size",
        "input to conv",
    )
    return by_message(index, "shapes", *texts)


@finding("dtypes", of="error", lesson="converted-leaf")
def dtypes(index: TraceIndex) -> Finding | None:
    """Explain operands whose dtypes do not match."""
    texts = (
        "to have the same dtype",
        "must have the same dtype",
        "should be the same",
        "Found dtype",
        "expected scalar type",
        "target dtype",
    )
    return by_message(index, "dtypes", *texts)


@finding("integer_values", of="error", lesson="no-grad-fn")
def integer_values(index: TraceIndex) -> Finding | None:
    """Explain integers that cannot hold a result."""
    texts = ("could not infer output dtype", "can't be cast to the desired output type")
    return by_message(index, "integer_values", *texts)


@finding("several_values", of="error")
def several_values(index: TraceIndex) -> Finding | None:
    """Explain several elements where Python needs one number."""
    texts = (
        "Boolean value of Tensor with more than one value",
        "elements cannot be converted to Scalar",
        "only one element tensors can be converted",
    )
    return by_message(index, "several_values", *texts)


@finding("class_index", of="error")
def class_index(index: TraceIndex) -> Finding | None:
    """Explain a label or an index that is too large."""
    return by_message(index, "class_index", "index out of range", "is out of bounds")


# ---- what is not about gradients


@finding("exception", of="error")
def exception(index: TraceIndex) -> Finding:
    """Leave an error to Python, where nothing else is known."""
    return failure(index, "exception", index.trace.error.line)
