# Which seed does not fit? PyTorch looks the number up with ==, and trips over tensors on the way.
import torch

b = torch.tensor([2.0, 3.0], requires_grad=True)


def attempt(outputs, seeds):
    try:
        torch.autograd.backward(outputs, seeds)
        print("fine", b.grad)
    except RuntimeError as error:
        print(error)


attempt([b * 2], [torch.ones(3)])
attempt([b * 2, b * 3], [torch.ones(2), torch.ones(3)])
attempt([b * 2, b * 3], [torch.ones(2), torch.ones(1)])
attempt([b.sum(), b * 3], [None, torch.ones(3)])
attempt([b.sum(), b * 3], [None, torch.ones(2)])
same = torch.ones(2)
print(torch.autograd.grad([b * 2, b * 3], b, [same, same]))
torch.autograd.grad([b * 2, b.sum()], b, [same, torch.ones(2, 2)])
