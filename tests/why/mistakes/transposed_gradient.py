import torch

class Apply(torch.autograd.Function):
    @staticmethod
    def forward(ctx, matrix, x):
        ctx.save_for_backward(matrix, x)
        return matrix @ x

    @staticmethod
    def backward(ctx, grad):
        matrix, x = ctx.saved_tensors
        grad_matrix = x @ grad.T
        return grad_matrix, matrix.T @ grad

m = torch.ones(2, 3, requires_grad=True)
out = Apply.apply(m, torch.ones(3, 4)).sum()
out.backward()
# -> out error 12 gradient_shape
