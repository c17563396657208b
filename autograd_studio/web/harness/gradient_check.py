"""What checks a custom Function: plain PyTorch that runs in the sandbox, after the Function has been defined.

web/forms/checks.py appends this file to the program and reads the one line that it prints.
"""


def _check(function, use, names, mark):
    """Run the source `use` under watch and print what `function` did there, and how its gradients compare."""
    import contextlib
    import io
    import json

    report = {
        "calls": 0,
        "arguments": [],
        "backwards": [],
        "error": None,
        "jacobians": [],
        "gradcheck_error": None,
    }
    first = []
    apply, backward = function.apply, function.backward

    def watched_apply(*arguments):
        report["calls"] += 1
        if report["calls"] == 1:
            first[:] = arguments
            report["arguments"] = [_shape(a) for a in arguments]
        return apply(*arguments)

    def watched_backward(ctx, *grads):
        versions = [None if g is None else g._version for g in grads]
        returned = backward(ctx, *grads)
        given = returned if isinstance(returned, tuple) else (returned,)
        modified = [i for i, g in enumerate(grads) if g is not None and g._version != versions[i]]
        report["backwards"].append({"returned": [_shape(g) for g in given], "modified": modified})
        return returned

    function.apply, function.backward = staticmethod(watched_apply), staticmethod(watched_backward)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(use, "<use>", "exec"), names)
    except Exception as error:
        report["error"] = f"{type(error).__name__}: {error}"
    function.apply, function.backward = apply, staticmethod(backward)
    try:
        report["jacobians"] = _jacobians(apply, first)
    except Exception as error:
        report["gradcheck_error"] = f"{type(error).__name__}: {error}"
    print(mark + json.dumps(report))


def _shape(value):
    import torch

    return list(value.shape) if isinstance(value, torch.Tensor) else None


def _jacobians(function, arguments, most=400, eps=1e-6):
    """Return the analytic and the numeric Jacobian for each floating-point argument, in double precision."""
    import torch

    inputs = list(arguments)
    for i, value in enumerate(inputs):
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            inputs[i] = value.detach().clone().double().requires_grad_()
    checked = [i for i, value in enumerate(inputs) if isinstance(value, torch.Tensor) and value.requires_grad]
    found = []
    for index in checked:
        size = inputs[index].numel() * _output(function, inputs).numel()
        entry = {"argument": index, "too_large": size > most, "analytic": [], "numeric": []}
        if size <= most:
            entry["analytic"] = _analytic(_output(function, inputs), inputs[index])
            entry["numeric"] = _numeric(function, inputs, index, eps)
        found.append(entry)
    return found


def _output(function, inputs):
    """Return the first output: the one that is checked."""
    result = function(*inputs)
    return result[0] if isinstance(result, tuple) else result


def _analytic(output, target):
    """Return a row for each element of the input, a column for each of the output, by backward passes."""
    import torch

    columns = []
    for k in range(output.numel()):
        seed = torch.zeros(output.numel(), dtype=output.dtype)
        seed[k] = 1.0
        seed = seed.reshape(output.shape)
        (grad,) = torch.autograd.grad(output, [target], seed, retain_graph=True, allow_unused=True)
        columns.append([0.0] * target.numel() if grad is None else grad.reshape(-1).tolist())
    return [[_number(column[i]) for column in columns] for i in range(target.numel())]


def _numeric(function, inputs, index, eps):
    """Return the same by moving one element of the input at a time, up and down."""
    import torch

    rows = []
    values = inputs[index].detach().reshape(-1).tolist()
    for i, value in enumerate(values):
        sides = []
        for moved in (value + eps, value - eps):
            changed = torch.tensor([*values[:i], moved, *values[i + 1 :]], dtype=torch.float64)
            with torch.no_grad():
                arguments = [*inputs[:index], changed.reshape(inputs[index].shape), *inputs[index + 1 :]]
                sides.append(_output(function, arguments).reshape(-1).tolist())
        rows.append([_number((up - down) / (2 * eps)) for up, down in zip(*sides)])
    return rows


def _number(value):
    """Return a number as JSON can hold it."""
    return value if value - value == 0 else str(value)
