import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 0.5], [0.1, 0.2]], requires_grad=True)
target = torch.tensor([[0.7, 0.3], [0.0, 1.0]])
loss = F.cross_entropy(logits, target)
loss.backward()
print(loss, loss.grad_fn.name(), logits.grad)
