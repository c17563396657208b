import torch

a = torch.tensor([7.0, -3.0], requires_grad=True)
b = torch.tensor([2.0, 2.0], requires_grad=True)
for divide in (
    lambda: a / b,
    lambda: torch.div(a, b),
    lambda: torch.div(a, b, rounding_mode=None),
    lambda: a.div(2, rounding_mode="trunc"),
    lambda: torch.divide(a, 2.0, rounding_mode="floor"),
    lambda: a.clone().div_(b, rounding_mode=None),
):
    out = divide()
    node = out.grad_fn
    print(node.name(), out.tolist(), [name for name in dir(node) if name.startswith("_saved")])
    print(node._saved_rounding_mode if hasattr(node, "_saved_rounding_mode") else "-", torch.autograd.grad(out.sum(), a))
print(torch.autograd.grad(torch.div(a, b, rounding_mode=None).sum(), b))
print(torch.div(torch.tensor([3, 4]), 2, rounding_mode=None))
try:
    torch.div(a, b, rounding_mode="up")
except RuntimeError as e:
    print(e)
