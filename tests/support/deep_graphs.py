"""Programs whose graphs are deep, each in another way: `{n}` is how deep."""

_BEGIN = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 1\n"
_END = "y.sum().backward()\nprint(x.grad.shape)\ndel y\n"
_SAME = """\
class Same(torch.autograd.Function):
    def forward(ctx, x):
        ctx.x = x
        ctx.save_for_backward(x)
        return x.clone()

    def backward(ctx, grad):
        return grad

"""
_TANGENTS = """\
import torch
import torch.autograd.forward_ad as fwAD
with fwAD.dual_level():
    y = fwAD.make_dual(torch.ones(2), torch.ones(2))
    for i in range({n}):
        y = y * 1.0001
    print(fwAD.unpack_dual(y).tangent.shape)
"""


def _loop(body: str, end: str = _END, begin: str = "") -> str:
    return f"{_BEGIN}{begin}for i in range({{n}}):\n    {body}\n{end}"


DEEP = {
    "a chain": _loop("y = y * 1.0001"),
    "a chain that is dropped": _loop("y = y * 1.0001", "del y\nprint(x.grad)\n"),
    "a chain that keeps its results": _loop("y = y.tanh()"),
    "a chain of saved inputs": _loop("y = y * y"),
    "saved inputs that are dropped": _loop("y = y * y", "del y\nprint(x.grad)\n"),
    "two inputs": _loop("y = y + y.sin()"),
    "all of it in a list": _loop("y = y * 1.0001; kept.append(y)", begin="kept = []\n"),
    "in place": _loop("y.mul_(1.0001)"),
    "in place through a view": _loop("y[0] += 1"),
    "views of views": _loop("y = y.view(-1)"),
    "with hooks": _loop("y = y * 1.0001; y.register_hook(lambda grad, y=y: None)"),
    "with tensor hooks on nodes": _loop("y = y * 1.0001; y.grad_fn.metadata['before'] = y.grad_fn.next_functions"),
    "saved through hooks": _loop(
        "y = y * y", begin="torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__()\n"
    ),
    "with a graph of the gradient": _loop(
        "y = y * 1.0001", "(grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)\nprint(grad.shape)\n"
    ),
    "with the graph of a product's gradient": _loop(
        "y = y.sin()",
        "(grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)\ngrad.sum().backward()\nprint(x.grad.shape)\n",
    ),
    "of a Function that keeps its input in ctx": _loop(
        "y = Same.apply(y)",
        begin=_SAME,
    ),
    "of a Function whose graph is dropped": _loop("y = Same.apply(y)", "del y\nprint(x.grad)\n", begin=_SAME),
    "anomaly mode": _loop("y = y * 1.0001", begin="torch.autograd.set_detect_anomaly(True)\n"),
    "tangents": _TANGENTS,
    "that fails at its end": _loop("y = y * 1.0001", "y.backward()\n"),
}
