import random
import torch


class DynamicNet(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.tensor(1.0))
        self.b = torch.nn.Parameter(torch.tensor(0.5))
        self.e = torch.nn.Parameter(torch.tensor(0.25))

    def forward(self, x):
        y = self.a + self.b * x
        for exp in range(4, random.randint(4, 6)):
            y = y + self.e * x ** exp
        return y


random.seed(7)
x = torch.tensor([-1.0, 0.5, 2.0])
net = DynamicNet()
for _ in range(3):
    loss = net(x).sum()
    net.zero_grad()
    loss.backward()
    print(loss.item(), net.a.grad, net.b.grad, net.e.grad)
