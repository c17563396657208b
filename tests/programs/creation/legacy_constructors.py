import torch

print(torch.FloatTensor([1, 2]), torch.DoubleTensor([1, 2]), torch.LongTensor([1, 2]))
print(torch.IntTensor([1.7, 2.2]), torch.ByteTensor([1, 255]), torch.BoolTensor([1, 0]))
print(torch.Tensor([1, 2]), torch.Tensor([[1.5]]), torch.Tensor([3]).shape)
print(torch.Tensor(2, 3).shape, torch.FloatTensor(2).shape, torch.Tensor().shape, torch.LongTensor(1, 2).shape)
print(torch.FloatTensor([1, 2]).type(), torch.tensor(1).type(), torch.HalfTensor([1.5]), torch.ShortTensor([3]))
