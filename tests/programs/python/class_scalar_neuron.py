import torch


class Neuron:
    def __init__(self, n):
        self.w = torch.linspace(-1, 1, n, requires_grad=True)
        self.b = torch.zeros((), requires_grad=True)

    def __call__(self, x):
        return torch.tanh(self.w @ x + self.b)

    def parameters(self):
        return [self.w, self.b]


n = Neuron(3)
out = n(torch.tensor([1.0, 2.0, 3.0]))
out.backward()
print(out, [p.grad for p in n.parameters()])
