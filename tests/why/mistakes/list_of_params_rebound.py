import torch
torch.manual_seed(0)
params = [torch.randn(2, 3, requires_grad=True), torch.randn(3, 1, requires_grad=True)]
x, y = torch.randn(4, 2), torch.randn(4, 1)
for it in range(2):
    out = torch.relu(x @ params[0]) @ params[1]
    loss = (out - y).pow(2).mean()
    loss.backward()
    params = [p - 0.1 * p.grad for p in params]
# -> params[0] none 9 rebound
