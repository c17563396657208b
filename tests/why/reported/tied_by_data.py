import torch
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(5, 3)
head = nn.Linear(3, 5, bias=False)
head.weight.data = emb.weight.data
opt = torch.optim.Adam(list(emb.parameters()) + list(head.parameters()), lr=0.1)
ids, nxt = torch.tensor([0, 2, 4]), torch.tensor([2, 4, 1])
for i in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(head(emb(ids)), nxt)
    loss.backward()
    opt.step()
    print(i, loss.item())
print(emb.weight.grad is head.weight.grad)
print(emb.weight.grad)
print(head.weight.grad)
# => wrong 7: tying through .data shares the memory but leaves two parameters: each gets half of the gradient and both are stepped
