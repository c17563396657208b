import torch

x = torch.tensor([1000.0, 0.0], requires_grad=True)
naive = torch.log(torch.exp(x) / torch.exp(x).sum())
print(naive)
naive[1].backward()
print(x.grad)
x.grad = None
stable = torch.log_softmax(x, 0)
print(stable)
stable[1].backward()
print(x.grad)
