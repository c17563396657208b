# A Function can ask in its backward whether the graph is kept for another pass.
import torch


class Asks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        print(torch._C._autograd._get_current_graph_task_keep_graph())
        return grad


y = Asks.apply(torch.ones(2, requires_grad=True)).sum()
y.backward(retain_graph=True)
y.backward()
print(torch._C._autograd._get_current_graph_task_keep_graph())
