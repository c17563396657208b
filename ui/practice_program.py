"""What marks gradients that were written by hand: plain PyTorch that runs in the sandbox, after the program that they are of.

ui/practice.py appends this file to the program and reads the one line that it prints. Autograd's numbers leave it only
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
                row = _marked(name, given.get("d" + name), tensors, grads)
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
        raise TypeError(f"{output} is no tensor of the program")
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


def _marked(name, given, tensors, grads):
    """Return the mark for the gradient of one name, and which usual mistake it comes from, if from one."""
    import torch

    right = grads[name]
    if given is None:
        return {"mark": "missing"}
    if isinstance(given, (int, float)):
        given = torch.tensor(float(given))
    if not isinstance(given, torch.Tensor):
        return {"mark": "no tensor", "got": type(given).__name__}
    given = given.detach().to(right.dtype)
    if given.shape != right.shape:
        return {"mark": "shape", "got": list(given.shape), "why": _mistake(name, given, tensors, grads)}
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
        "why": _mistake(name, given, tensors, grads),
    }


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
        if _alike(_summed(given, right.shape), right):
            return ["broadcast", None]
        if _alike(_summed(right, given.shape), given):
            return ["summed", None]
    if right.ndim == 2 and _alike(given.t(), right):
        return ["transposed", None]
    if given.shape != right.shape:
        return None
    if _alike(-given, right):
        return ["sign", None]
    users = [(other, *_through(name, other, tensors, grads)) for other in grads if other != name]
    for other, _, brought in users:
        if brought is not None and _alike(given, brought):
            return ["one use", other]
        if brought is not None and _alike(given + brought, right):
            return ["left out", other]
    for other, slope, _ in users:
        if slope is not None and _alike(given, slope):
            return ["upstream", other]
    for other, slope, _ in users:
        if slope is not None and grads[other].shape == tensor.shape and _alike(given, grads[other] * tensor):
            return ["operand", other]
    factor = _factor(given, right)
    return None if factor is None else ["factor", factor]


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
