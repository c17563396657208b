import torch

torch.manual_seed(0)
params = {"w": torch.randn(2, requires_grad=True), "b": torch.zeros(1, requires_grad=True)}
opt = torch.optim.SGD(params.values(), lr=0.1)
x, y = torch.randn(4, 2), torch.randn(4)
for _ in range(2):
    loss = ((x @ params["w"] - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> params['b'] none 4 not_in_loss
