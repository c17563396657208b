import torch

print(torch.tensor([1.0, 2.0, 3.0]))
print(torch.tensor([1.5, 2.0, 30.25]))
print(torch.tensor([1, 20, -300]))
print(torch.tensor([0.1, 100.123456]))
print(torch.tensor([1e-8, 1.0]), torch.tensor([1e5, 1.0]), torch.tensor([1e8]), torch.tensor([123456.0]))
print(torch.tensor([1000.5, 0.001]), torch.tensor([1e-3]), torch.tensor([1e-5]))
print(torch.tensor(3.14159), torch.tensor(7), torch.tensor(-0.0), torch.tensor(1e10))
