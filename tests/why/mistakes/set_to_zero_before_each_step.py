import torch, torch.nn as nn
torch.manual_seed(0)
m = nn.Linear(2, 1)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
before = m.weight.detach().clone()
for i in range(3):
    loss = m(torch.randn(4, 2)).pow(2).mean()
    loss.backward()
    opt.zero_grad(set_to_none=False)
    opt.step()
print(m.weight.grad, (m.weight - before).abs().sum())
# -> m.weight zero 9 cleared
# -> m.bias zero 9 cleared
