import torch
import torch.nn.functional as F

W = torch.tensor([[1.0, -1.0], [0.5, 2.0]])
x = torch.tensor([[0.2, 0.4]], requires_grad=True)
loss = F.cross_entropy(x @ W, torch.tensor([0]))
loss.backward()
adv = x + 0.1 * x.grad.sign()
print(x.grad, adv)
print(F.cross_entropy(adv @ W, torch.tensor([0])) > loss)
