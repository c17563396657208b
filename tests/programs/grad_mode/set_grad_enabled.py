import torch

x = torch.tensor([1.0], requires_grad=True)
for is_train in (False, True):
    with torch.set_grad_enabled(is_train):
        y = x * 2
    print(is_train, y.requires_grad)
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
print((x * 2).requires_grad)
