import torch

for call in (
    lambda: torch.ones(5).masked_scatter_(torch.ones(5, 5).bool(), torch.ones(25)),
    lambda: torch.ones(5, 1).masked_scatter_(torch.ones(5, 5).bool(), torch.ones(25)),
    lambda: torch.zeros(2, 3).masked_scatter_(torch.tensor([True, False, True]), torch.arange(4.0)),
):
    try:
        print(call())
    except RuntimeError as error:
        print(error)
print(torch.nn.functional.threshold(torch.tensor([1, 7], dtype=torch.uint8), 5, -9))
