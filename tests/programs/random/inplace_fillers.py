import torch

torch.manual_seed(2)
print(torch.empty(3).uniform_(-1, 1))
print(torch.empty(3).normal_(0, 0.5))
print(torch.zeros(2, 2).normal_(), torch.empty(2).uniform_())
print(torch.normal(2.0, 0.1, size=(3,)), torch.normal(torch.tensor([0.0, 100.0]), torch.tensor([1.0, 1.0])))
