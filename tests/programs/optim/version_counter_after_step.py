import torch

w = torch.tensor([1.0], requires_grad=True)
for opt in (torch.optim.SGD([w], lr=0.1), torch.optim.Adam([w], lr=0.1)):
    before = w._version
    w.grad = torch.ones(1)
    opt.step()
    print(type(opt).__name__, w._version - before)
