import torch
from torch import nn

torch.manual_seed(0)
logits = nn.Parameter(torch.tensor([[0.2, 1.0, -0.5], [0.3, 0.1, 0.9]]))
opt = torch.optim.SGD([logits], lr=0.5)
values = torch.tensor([1.0, 2.0, 4.0])
for i in range(3):
    soft = nn.functional.gumbel_softmax(logits, tau=0.7)
    pick = soft.argmax(-1, keepdim=True)
    hard = torch.zeros_like(soft).scatter_(-1, pick, 1.0)
    sample = hard - soft.detach() + soft
    loss = -(sample @ values).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, sample.detach())
print(logits.grad)
# => clean: the straight-through sample is right: y_hard - y_soft.detach() + y_soft has the gradient of y_soft
