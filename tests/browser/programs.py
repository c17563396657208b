"""The programs that the browser tests walk through."""

PROGRAMS = {
    "vector": """\
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)

y = 3*a + 2*b*b
print("before")
y.backward(torch.tensor([0.1, 1.0, 0.0001]))
print(a.grad)
""",
    "twice": """\
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
y.backward(torch.tensor([1.0, 0.5]))
print(x.grad)
y = x * x
y.backward(torch.tensor([1.0, 0.5]))
print(x.grad)
""",
    "in main": """\
import torch


def train(steps):
    w = torch.tensor(1.0, requires_grad=True)
    for _ in range(steps):
        loss = (w * 2 - 6) ** 2
        loss.backward()
        with torch.no_grad():
            w -= 0.05 * w.grad
        w.grad = None
    return w


def report(w):
    # It is printed with two digits,
    # however many there are.
    text = f"{w.item():.2f}"
    print(text)


def main():
    start = torch.tensor(3.0, requires_grad=True)
    end = start * 2
    end.backward()
    report(start)


main()
""",
    "failing": """\
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x.exp()
y += 1
print("so far, so good")
y.backward(torch.ones(3))
print("never")
""",
    "norm": """\
import torch

x = torch.tensor([[1.0, 2.0, 6.0], [4.0, 0.0, -1.0]], requires_grad=True)
y = torch.nn.functional.layer_norm(x, (3,))
y.backward(torch.tensor([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]]))
""",
    "matrix": """\
import torch

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input * 2

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2

w = torch.tensor([[0.5, -0.25, 1.0], [float("nan"), 2.0, -1.5]], requires_grad=True)
y = Double.apply(w * w)
y.backward(torch.ones(2, 3))
""",
    "markup": """\
import torch

größe = torch.tensor([1.0], requires_grad=True)
变量 = größe * 2
print("<b id='injected'>bold</b><img src=x onerror='document.title=1'>")
变量.backward(torch.ones(1))
raise ValueError("<b id='injected'>wrong</b>")
""",
    "vanishing": """\
import torch
x = h = torch.tensor(0.5, requires_grad=True)
for _ in range(12):
    h = torch.sigmoid(h)
loss = h * 1
loss.backward()
print(x.grad)
""",
    "cut": """\
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
h = torch.tanh(w)
g = h.detach()
(g * torch.ones(2, requires_grad=True)).sum().backward()
print(w.grad)
""",
    "constant and view": """\
import torch

x = torch.tensor([[1.0, 2.0]], requires_grad=True)
c = torch.tensor(0.5)
v = x.view(2)
y = (v * c).sum()
y.backward()
""",
    "four findings": """\
import torch

a, b, c, d = (torch.tensor([-1.0, -2.0], requires_grad=True) for _ in range(4))
k = a.detach().sum()
m = b.round().sum()
r = torch.relu(c).sum()
f = torch.floor(d).sum()
(k + m + r + f).backward()
print(a.grad, b.grad, c.grad, d.grad)
""",
    "wide memory": """\
import torch

h = torch.tensor([[123456.7, -2345678.9, 0.0001234, 98765.4], [0.5, 1.5, 2.5, 3.5]])
t = h.view(8)
x = torch.tensor([123456.7, -2345678.9, 0.0001234, 98765.4, 1.5, 2.5], requires_grad=True)
y = x * 2
y.view(6).mul_(3)
y.sum().backward()
""",
    "empty": "",
    "long": "\n".join(
        ["import torch", "h = torch.tensor([0.5, 1.0], requires_grad=True)"]
        + [
            f"w{i} = torch.tensor([0.{i + 1}, 0.5], requires_grad=True)\nh = torch.exp(h * w{i}) * 0.1"
            for i in range(20)
        ]
        + ["h.backward(torch.ones(2))"]
    ),
    "fifty iterations": """\
import torch

x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
w = torch.zeros(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
for i in range(50):
    loss = ((w * x - y) ** 2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
    "two cuts": """\
import torch

a, b, c = (torch.tensor(float(i), requires_grad=True) for i in (1, 2, 3))
y = a.detach() * b.detach() * c
y.backward()
""",
    "last batch": """\
import torch

data = torch.arange(10.0)
w = torch.zeros((), requires_grad=True)
for batch in data.split(4):
    loss = (w * batch - 1).square().mean()
    loss.backward()
""",
    "training to nan": """\
import torch

w = torch.ones((), requires_grad=True)
for i in range(4):
    loss = w * (1 if i < 2 else float("nan"))
    loss.backward()
""",
}
