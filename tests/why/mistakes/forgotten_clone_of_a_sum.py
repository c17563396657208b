import torch

class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output
        grad_input[input < 0] = 0
        return grad_input

x = torch.tensor([-1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([1.0, 1.0, 1.0], requires_grad=True)
h = x * 2
y = MyReLU.apply(h) + w * 3
y.sum().backward()
print(x.grad)
print(w.grad)
# -> x wrong 13 gradient_overwritten
