import torch

scores = torch.tensor([100.0, 2.0], requires_grad=True)
e = torch.exp(scores)
p = e / e.sum()
loss = -p[1].log()
loss.backward()
print(scores.grad)
# -> scores nan 4 exp_overflow
