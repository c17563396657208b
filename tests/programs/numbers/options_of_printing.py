"""The options of printing can be set under `torch`, and asked for elsewhere only."""
import torch

torch.set_printoptions(precision=2, threshold=5, edgeitems=1)
print(torch.arange(9.0) / 7, hasattr(torch, "get_printoptions"))
torch.set_printoptions(profile="default")
torch.get_printoptions()
