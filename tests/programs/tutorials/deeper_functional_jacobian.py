import torch


def exp_adder(x, y):
    return 2 * x.exp() + 3 * y


inputs = (torch.tensor([0.7]), torch.tensor([0.2]))
print(inputs)
print(torch.autograd.functional.jacobian(exp_adder, inputs))
torch.manual_seed(0)
inputs = tuple(torch.rand(3) for _ in range(2))
print(torch.autograd.functional.jacobian(exp_adder, inputs))
