import torch
import torch.nn.functional as F

logp = torch.log_softmax(torch.tensor([[1.0, 2.0], [3.0, 1.0]]), 1).requires_grad_()
loss = F.nll_loss(logp, torch.tensor([1, 1]), reduction='sum')
loss.backward()
print(loss, logp.grad, loss.grad_fn.name())
