import torch

for make in (lambda: torch.tensor([1, 2], requires_grad=True),
             lambda: torch.ones(2, dtype=torch.int32).requires_grad_(),
             lambda: torch.arange(3, requires_grad=True),
             lambda: torch.tensor([True, False], requires_grad=True)):
    try:
        make()
    except RuntimeError as e:
        print(e)
x = torch.tensor([1, 2])
try:
    x.requires_grad = True
except RuntimeError as e:
    print(e)
