# Places of what is not zero are whole numbers, also where they are written into a tensor.
import torch

x = torch.tensor([0, 1, 1])
for dtype in (torch.float32, torch.int32, torch.int64):
    for find in (torch.nonzero, lambda t, out: torch.nonzero_static(t, size=2, out=out)):
        try:
            print(find(x, out=torch.empty(0, 1, dtype=dtype)))
        except RuntimeError as error:
            print(error)
