import torch
import torch.nn.functional as F
torch.manual_seed(0)
w = torch.randn(3, 4, requires_grad=True)
x = torch.randn(5, 3)
pred = F.one_hot((x @ w).argmax(1), 4).float()
target = F.one_hot(torch.randint(0, 4, (5,)), 4).float()
loss = F.mse_loss(pred, target)
loss.requires_grad_()
loss.backward()
print(w.grad)
# -> w none 6 argmax
