import torch

torch.manual_seed(0)
w = torch.tensor([0.5, -1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
xs, xq = torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.tensor([[2.0, 1.0], [1.0, 1.0]])
ys, yq = torch.tensor([1.0, 0.0]), torch.tensor([0.5, 2.0])
for task in range(1):
    inner = ((xs @ w).tanh() - ys).pow(2).mean()
    # one step of adaptation
    (g,) = torch.autograd.grad(inner, [w])
    fast = w - 0.4 * g
    outer = ((xq @ fast).tanh() - yq).pow(2).mean()
    opt.zero_grad()
    outer.backward()
    opt.step()
print(w.grad, w)
# => wrong 11: without create_graph the inner gradient is a constant, so the meta gradient lacks its second-order part
