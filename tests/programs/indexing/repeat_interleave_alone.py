import torch

print(torch.repeat_interleave(torch.tensor([1, 2, 3])), torch.repeat_interleave(torch.tensor([0, 2], dtype=torch.int32)))
for wrong in ([1.0, 2.0], [[1, 2]], [-1, 2]):
    try:
        torch.repeat_interleave(torch.tensor(wrong))
    except (RuntimeError, NotImplementedError) as error:
        print(error)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
x.repeat_interleave(torch.tensor([1, 2]), dim=0).sum().backward()
print(x.grad)
