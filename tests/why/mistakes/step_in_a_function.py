import torch
torch.manual_seed(0)
w = torch.randn(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.5)
def train_step(x):
    loss = ((w * x).sum() - 1) ** 2
    loss.backward()
    optimizer.step()
    return loss.item()
for _ in range(4):
    print(train_step(torch.tensor([1.0, 2.0])))
# -> w wrong 7 accumulates
