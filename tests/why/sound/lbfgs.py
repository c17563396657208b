import torch
torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(2, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
opt = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=5)
X = torch.randn(10, 2); y = X.sum(1, keepdim=True)
def closure():
    opt.zero_grad()
    loss = ((net(X) - y) ** 2).mean()
    loss.backward()
    return loss
for _ in range(3):
    print(opt.step(closure).item())
