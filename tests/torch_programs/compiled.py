import torch


@torch.compile(backend="eager")
def gelu(x):
    return x * 0.5 * (1 + torch.erf(x / 2**0.5))


torch.manual_seed(0)
x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
gelu(x).sum().backward()
model = torch.compile(torch.nn.Linear(3, 1), backend="eager")
model(x).backward()
print(x.grad)
