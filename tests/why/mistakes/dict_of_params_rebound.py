import torch

torch.manual_seed(0)
params = {"w": torch.randn(3, 1, requires_grad=True), "b": torch.zeros(1, requires_grad=True)}
x, y = torch.randn(6, 3), torch.randn(6, 1)
for it in range(2):
    loss = ((x @ params["w"] + params["b"] - y) ** 2).mean()
    loss.backward()
    for k in params:
        params[k] = params[k] - 0.1 * params[k].grad
# -> params[k] none 10 rebound
