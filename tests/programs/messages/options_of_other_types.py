"""Options of a type that cannot be compared, words where numbers belong, and names that are not there."""
import torch
import torch.nn.functional as F

w = [torch.nn.Parameter(torch.ones(2))]
for make in (torch.optim.SGD, torch.optim.Adam, torch.optim.RMSprop, torch.optim.Adagrad):
    for options in ({"lr": "fast"}, {"lr": None}, {"weight_decay": "x"}, {"lr": float("nan")}, {"lr": -1}):
        try:
            make(w, **options)
            print("taken")
        except (TypeError, ValueError) as error:
            print(f"{make.__name__} {options}: {error}")
x = torch.ones(1, 2, 3, 3)
for call in (
    lambda: torch.tensor([1, "a"]), lambda: torch.tensor([[1], ["a"]]), lambda: torch.tensor("a"),
    lambda: F.pad(x, (1, 1), "foo"), lambda: F.pad(x, (1, 1), None), lambda: F.pad(x, (True, True)), lambda: F.pad(x, 1),
    lambda: x.unique(0), lambda: torch.unique(x, dim=(0, 1)), lambda: torch.optim.adam,
    lambda: x.pin_memory(),
):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
print(torch.nn.ModuleList([]).forward)
torch.optim.sgd(w, lr=0.1)
