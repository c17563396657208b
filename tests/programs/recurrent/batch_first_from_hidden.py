import torch
from torch import nn

torch.manual_seed(0)
for network in (nn.GRU(2, 3, batch_first=True), nn.RNN(2, 3, num_layers=2, batch_first=True)):
    x = torch.randn(2, 3, 2, requires_grad=True)
    h = torch.randn(network.num_layers, 2, 3, requires_grad=True)
    out, last = network(x * 1, h * 1)
    print(out.grad_fn, last.grad_fn, network._flat_weights_names)
    (out.sum() + last.pow(2).sum()).backward()
    print(x.grad.shape, h.grad)
