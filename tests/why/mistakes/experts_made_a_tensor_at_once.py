import torch
import torch.nn as nn
torch.manual_seed(1)
experts = nn.ModuleList([nn.Linear(3, 1) for _ in range(2)])
gate = nn.Linear(3, 2)
params = [*experts.parameters(), *gate.parameters()]
opt = torch.optim.Adam(params)
x = torch.randn(3)
for _ in range(2):
    opt.zero_grad()
    outs = torch.tensor([e(x).sum() for e in experts])
    loss = (gate(x).softmax(0) * outs).sum() ** 2
    loss.backward()
    opt.step()
print([q.grad for q in experts.parameters()])
# -> experts.0.weight none 11 new_tensor
# -> experts.0.bias none 11 new_tensor
# -> experts.1.weight none 11 new_tensor
# -> experts.1.bias none 11 new_tensor
