import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
ys = [v * 2 for v in x.tolist()]
total = torch.tensor(ys).sum()
total.backward()
# -> total error 3 tolist
