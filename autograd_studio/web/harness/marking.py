"""What marks gradients that were written by hand: plain PyTorch that runs in the sandbox, after the program that they are of.

web/forms/practice.py appends this file to the program and reads the one line that it prints. Autograd's numbers leave it only
where they are asked for.
"""


def _practice(output, written, names, revealed, mark):
    """Print the marks for the gradients that the text `written` gives names: `dx` is that of `x`.

    `names` are the program's variables, `output` is the one whose gradient is 1; of `revealed` the right gradients are told.
    """
    import json

    report = {"error": None, "stopped": None, "rows": []}
    try:
        tensors, grads = _right(output, names)
        given, report["stopped"] = _carried_out(written, output, names)
        for name, tensor in reversed(tensors.items()):
            if name in grads and name != output:
                row = _marked(name, given, tensors, grads, output)
                shown = str(grads[name]) if name in revealed else None
                report["rows"].append({"name": name, "shape": list(tensor.shape), "shown": shown, **row})
    except Exception as error:
        report["error"] = f"{type(error).__name__}: {error}"
    print(mark + json.dumps(report))


def _right(output, names):
    """Return the program's tensors that the output is computed from, with their gradients, both by name."""
    import torch

    y = names.get(output)
    if not isinstance(y, torch.Tensor):
        raise TypeError(f"{output} is not a tensor of the program")
    if not y.requires_grad:
        raise ValueError(f"{output} does not require a gradient")
    tensors = {}
    for name, value in names.items():
        known = any(value is other for other in tensors.values())
        if isinstance(value, torch.Tensor) and value.requires_grad and value is not y and not known:
            tensors[name] = value
    found = torch.autograd.grad(y, [*tensors.values()], torch.ones_like(y), retain_graph=True, allow_unused=True)
    grads = {name: grad for name, grad in zip(tensors, found) if grad is not None}
    return {**tensors, output: y}, {**grads, output: torch.ones_like(y)}


def _carried_out(written, output, names):
    """Return the variables of the text that a learner wrote, and where and why it stopped.

    It has the program's tensors without their graph, and as copies: what it changes is its own.
    """
    import torch

    scope = {
        name: value.detach().clone() if isinstance(value, torch.Tensor) else value for name, value in names.items()
    }
    scope["d" + output] = torch.ones_like(scope[output])
    try:
        with torch.no_grad():
            exec(compile(written, "<backward>", "exec"), scope)
    except SyntaxError as error:
        return scope, {"line": error.lineno, "message": f"SyntaxError: {error.msg}"}
    except Exception as error:
        line, place = None, error.__traceback__
        while place is not None:
            if place.tb_frame.f_code.co_filename == "<backward>":
                line = place.tb_lineno
            place = place.tb_next
        return scope, {"line": line, "message": f"{type(error).__name__}: {error}"}
    return scope, None


def _marked(name, written, tensors, grads, output):
    """Return the mark for the gradient of one name, and what it comes from: a usual mistake, or a wrong gradient before it."""
    import torch

    right, given = grads[name], _given(name, written, grads)
    if given is None:
        return {"mark": "missing"}
    if not isinstance(given, torch.Tensor):
        return {"mark": "no tensor", "got": type(given).__name__}
    before = _wrong_before(name, written, tensors, grads)
    why = _follows(name, given, before, written, tensors, grads, output) or _mistake(name, given, tensors, grads)
    why = why or (["before", before[0]] if before else None)
    if given.shape != right.shape:
        return {"mark": "shape", "got": list(given.shape), "why": why}
    if torch.equal(given, right):
        return {"mark": "exact"}
    difference = (given - right).abs()
    most = difference.max().item()
    if _alike(given, right, 1e-4):
        return {"mark": "close", "difference": most}
    place = next((i for i, same in enumerate(_same(given, right)) if not same), 0)
    return {
        "mark": "wrong",
        "difference": most if most - most == 0 else str(most),
        "place": place,
        "wrong": sum(not same for same in _same(given, right)),
        "why": why,
    }


def _given(name, written, grads):
    """Return what a learner's text gives as the gradient of a name, a number as a tensor."""
    import torch

    given = written.get("d" + name)
    if isinstance(given, (int, float)):
        given = torch.tensor(float(given))
    return given.detach().to(grads[name].dtype) if isinstance(given, torch.Tensor) else given


def _wrong_before(name, written, tensors, grads):
    """Return the names computed from this one whose gradients were written, but wrong; the one nearest to the output first."""
    import torch

    found = []
    for other in reversed(tensors):
        given = _given(other, written, grads) if other in grads and other != name else None
        is_wrong = isinstance(given, torch.Tensor) and not _alike(given, grads[other], 1e-4)
        if is_wrong and _through(name, other, tensors, grads)[1] is not None:
            found.append(other)
    return found


def _follows(name, given, before, written, tensors, grads, output):
    """Return that a gradient is right if one starts from the wrong ones before it; None if it is not."""
    import torch

    stand = {other: _given(other, written, grads) for other in before}
    if not stand or any(value.shape != grads[other].shape for other, value in stand.items()):
        return None
    hooks = [tensors[other].register_hook(lambda grad, value=value: value) for other, value in stand.items()]
    (found,) = torch.autograd.grad(tensors[output], [tensors[name]], grads[output], retain_graph=True)
    for hook in hooks:
        hook.remove()
    return ["follows", before[-1]] if _alike(given, found) else None


def _same(one, other):
    """Return of each element whether it is the same in both tensors, up to rounding."""
    import torch

    return torch.isclose(one, other, rtol=1e-4, atol=1e-6).reshape(-1).tolist()


def _alike(one, other, rtol=1e-3):
    """Return whether two tensors have the same shape and, up to rounding, the same numbers."""
    import torch

    return one.shape == other.shape and torch.allclose(one, other, rtol=rtol, atol=1e-6)


def _mistake(name, given, tensors, grads):
    """Return the usual mistake that a gradient comes from, as [what, of which other name or number]; None if from none."""
    right, tensor = grads[name], tensors[name]
    if given.shape != right.shape:
        if (
            given.numel() == right.numel() > 0
            and _alike(given.reshape(right.shape), right)
            and right.ndim != given.ndim
        ):
            return ["dimensions", None]
        if given.numel() == 1 and _alike(given.expand(right.shape), right):
            return ["expand", None]
        if _alike(_summed(given, right.shape), right):
            return ["broadcast", None]
        if _alike(_summed(right, given.shape), given):
            return ["summed", None]
    if right.ndim == 2 and _alike(given.t(), right):
        return ["transposed", None]
    found = [(other, *_through(name, other, tensors, grads)) for other in grads if other != name]
    users = [(other, slope, brought) for other, slope, brought in found if slope is not None]
    if given.shape != right.shape:
        other = next((other for other, _, _ in users if _is_other_sum(given, right, grads[other].shape)), None)
        return None if other is None else ["axis", other]
    if _alike(-given, right):
        return ["sign", None]
    parts = [(other, brought) for other, _, brought in users if not _alike(brought, right)]
    for other, brought in parts:
        if _alike(given, brought):
            return ["one use", other]
        if _alike(given + brought, right):
            return ["left out", other]
    for other, slope, _ in users:
        if _alike(given, slope):
            return ["upstream", other]
    for other, _, _ in users:
        if grads[other].shape == tensor.shape and _alike(given, grads[other] * tensor):
            return ["operand", other]
    for other, _, _ in users:
        if _alike(_summed(grads[other], right.shape), given):
            return ["slope", other]
    factor = _factor(given, right)
    if factor is not None:
        copying = [other for other, _, _ in users if _copies(right.shape, grads[other].shape) == round(factor, 3)]
        return ["averaged", copying[0]] if copying else ["factor", factor]
    part = next((other for other, brought in parts if _is_scaled(given - right, brought)), None)
    return None if part is None else ["part", part]


def _is_other_sum(given, right, shape):
    """Return whether a gradient is one of another shape that was added up along another dimension than the right one."""
    import torch

    kept = [(*shape[:dim], *size, *shape[dim + 1 :]) for dim in range(len(shape)) for size in ((), (1,))]
    return _copies(right.shape, shape) > 1 and tuple(given.shape) in kept and torch.allclose(given.sum(), right.sum())


def _copies(shape, wide):
    """Return how many copies broadcasting makes of a tensor to give it another shape, 0 if it cannot."""
    import math

    ends = zip(reversed(shape), reversed(wide), strict=False)
    fits = len(shape) <= len(wide) and all(size in (1, wanted) for size, wanted in ends)
    return math.prod(wide) // max(math.prod(shape), 1) if fits else 0


def _is_scaled(excess, part):
    """Return whether what is too much is a multiple of one part, that was counted some whole times, or not divided."""
    factor = _factor(part, excess) if part.numel() > 1 else None
    return factor is not None and abs(factor - round(factor)) < 1e-3


def _through(name, other, tensors, grads):
    """Return the slope of another tensor by this one, summed, and what comes through it; None where it does not use it."""
    import torch

    if not tensors[other].requires_grad or tensors[other].grad_fn is None:
        return None, None
    found = [
        torch.autograd.grad(tensors[other], [tensors[name]], seed, retain_graph=True, allow_unused=True)[0]
        for seed in (torch.ones_like(tensors[other]), grads[other])
    ]
    return found[0], found[1]


def _summed(tensor, shape):
    """Return a tensor as it is summed to a shape that was broadcast to its own, as far as it can be."""
    while tensor.ndim > len(shape):
        tensor = tensor.sum(0)
    for dim in range(tensor.ndim):
        if shape[len(shape) - tensor.ndim + dim] == 1 != tensor.shape[dim]:
            tensor = tensor.sum(dim, keepdim=True)
    return tensor


def _factor(given, right):
    """Return the number that all of a tensor is to be multiplied by, None if there is none."""
    whole = (given * given).sum().item()
    factor = (given * right).sum().item() / whole if whole else 0.0
    return factor if factor and factor - factor == 0 and _alike(given * factor, right) else None
