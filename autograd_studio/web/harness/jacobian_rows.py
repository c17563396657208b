"""What computes a Jacobian: plain PyTorch that runs in the sandbox, after the program whose tensors it is of.

web/forms/jacobian.py appends this file to the program and reads the one line that it prints.
"""


def _jacobian(output, target, names, mark, most):
    """Print the Jacobian of the expression `output` by `target` over a program's `names`: `most` rows and columns of it."""
    import json

    import torch

    report = {"error": None, "output": [], "target": [], "rows": []}
    try:
        y, x = _value(output, names), _value(target, names)
        for text, tensor in ((output, y), (target, x)):
            if not isinstance(tensor, torch.Tensor):
                raise TypeError(f"{text} is not a tensor")
            if not tensor.requires_grad:
                raise ValueError(f"{text} does not require a gradient")
        report["output"], report["target"] = list(y.shape), list(x.shape)
        for i in range(min(y.numel(), most)):
            seed = torch.zeros(y.numel(), dtype=y.dtype)
            seed[i] = 1.0
            (row,) = torch.autograd.grad(y, [x], seed.reshape(y.shape), retain_graph=True, allow_unused=True)
            row = torch.zeros_like(x) if row is None else row
            report["rows"].append([_number(value) for value in row.reshape(-1)[:most].tolist()])
    except Exception as error:
        report["error"] = f"{type(error).__name__}: {error}"
    print(mark + json.dumps(report))


def _value(expression, names):
    """Return what an expression is over a program's names."""
    try:
        code = compile(expression.strip(), "<expression>", "eval")
    except SyntaxError:
        raise SyntaxError(f"{expression!r} is not an expression") from None
    return eval(code, names)


def _number(value):
    """Return a number as JSON can hold it."""
    return value if value - value == 0 else str(value)
