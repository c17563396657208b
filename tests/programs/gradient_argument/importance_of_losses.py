import torch

w = torch.tensor([1.0, -1.0], requires_grad=True)
losses = torch.stack([(w ** 2).sum(), (w - 3).abs().sum(), w.prod()])
for weights in ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.25, 0.25]):
    w.grad = None
    losses.backward(torch.tensor(weights), retain_graph=True)
    print(weights, w.grad)
