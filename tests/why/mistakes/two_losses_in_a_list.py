import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
features = torch.exp(w)
first, second = features.sum(), (features**2).sum()
for loss in [first, second]:
    loss.backward()
# -> second error 7 graph_freed
