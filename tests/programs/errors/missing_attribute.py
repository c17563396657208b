import torch

x = torch.tensor([1.0])
for f in (lambda: x.foo, lambda: torch.foo(x), lambda: x.Sum(), lambda: torch.nn.functional.rleu(x), lambda: torch.tenser(1)):
    try:
        f()
    except AttributeError as e:
        print(e)
