import torch
import torch.nn.functional as F

logits = torch.zeros(2, 3, requires_grad=True)
for target in (torch.tensor([0, 3]), torch.tensor([0.0, 1.0]), torch.tensor([0, 1, 2]), torch.tensor([[0], [1]]),
               torch.tensor([-1, 0]), torch.tensor([0, 1], dtype=torch.int32)):
    try:
        print(F.cross_entropy(logits, target))
    except (RuntimeError, IndexError, ValueError) as e:
        print(type(e).__name__, e)
