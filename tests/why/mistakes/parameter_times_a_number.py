import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3)) * 0.1
        self.b = torch.nn.Parameter(torch.zeros(1))
    def forward(self, x):
        return x @ self.w + self.b
m = Model()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
m(torch.ones(2, 3)).sum().backward()
print(m.w.grad)
# -> self.w none 5 converted_leaf
