import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x
    @staticmethod
    def backward(ctx, grad_output):
        grad_input = 2 * grad_output
x = torch.tensor(1.0, requires_grad=True)
Double.apply(x).backward()
print(x.grad)
# -> x none 7 function_none
