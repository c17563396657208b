import torch
from torch import nn

for make in (lambda: nn.RNNCell(2, 3), lambda: nn.RNNCell(2, 3, bias=False, nonlinearity='relu'), lambda: nn.GRUCell(2, 3), lambda: nn.LSTMCell(2, 3)):
    torch.manual_seed(0)
    cell = make()
    print(cell, [n for n, _ in cell.named_parameters()])
    x = torch.randn(2, 2, requires_grad=True)
    state = cell(x)
    state = cell(x, state)
    out = state[0] if isinstance(state, tuple) else state
    print(out, out.grad_fn)
    out.sum().backward()
    print(x.grad, cell.weight_hh.grad)
    print(cell(torch.ones(2)) if not isinstance(state, tuple) else cell(torch.ones(2))[1])
