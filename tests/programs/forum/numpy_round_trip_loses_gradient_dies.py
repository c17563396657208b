import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.from_numpy((x * 2).detach().numpy())
loss = y.sum()
print(loss)
loss.backward()
