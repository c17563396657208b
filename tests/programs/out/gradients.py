"""What requires a gradient is refused, by the operator's name; integers and bools are written without a word."""

import torch
import torch.nn.functional as F

x = torch.tensor([[4.0, 1.0], [2.0, 3.0]])
w = x.clone().requires_grad_()
calls = {
    "add": lambda a, out: torch.add(a, 1, out=out),
    "special.expit": lambda a, out: torch.special.expit(a, out=out),
    "linear": lambda a, out: F.linear(a, x, out=out),
    "gt": lambda a, out: torch.gt(a, 2, out=out),
    "argmax": lambda a, out: torch.argmax(a, 0, out=out),
}
for name, call in calls.items():
    for given, out in ((w, torch.empty(0)), (x, w.detach().clone().requires_grad_())):
        try:
            found = call(given, out)
            print(name, found.dtype, found.requires_grad, found.grad_fn)
        except RuntimeError as error:
            print(name, error)
with torch.no_grad():
    print(torch.mul(w, 2, out=w))
print(torch.zeros(2, 2, out=x.clone(), requires_grad=True))
