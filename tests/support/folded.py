"""Programs of modules, functions and loops, which are too large to be seen at once."""

PROGRAMS = {
    "transformer": """\
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
D = 8

class Block(nn.Module):
    def __init__(self, h=2):
        super().__init__()
        self.h = h
        self.ln1 = nn.LayerNorm(D)
        self.qkv = nn.Linear(D, 3 * D)
        self.proj = nn.Linear(D, D)
        self.ln2 = nn.LayerNorm(D)
        self.mlp = nn.Sequential(nn.Linear(D, 16), nn.GELU(), nn.Linear(16, D))

    def forward(self, x):
        B, T, _ = x.shape
        q, k, v = self.qkv(self.ln1(x)).chunk(3, -1)
        q, k, v = (t.reshape(B, T, self.h, -1).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)) / (D // self.h) ** 0.5
        mask = torch.tril(torch.ones(T, T)).bool()
        att = att.masked_fill(~mask, float('-inf')).softmax(-1)
        x = x + self.proj((att @ v).transpose(1, 2).reshape(B, T, D))
        return x + self.mlp(self.ln2(x))

emb = nn.Embedding(10, D)
block = Block()
head = nn.Linear(D, 10)
tokens = torch.tensor([[1, 4, 2, 7, 3]])
logits = head(block(emb(tokens)))
loss = F.cross_entropy(logits[:, :-1].reshape(-1, 10), tokens[:, 1:].reshape(-1))
loss.backward()
print(loss.item())
""",
    "recurrent cell": """\
import torch
from torch import nn
torch.manual_seed(0)
cell = nn.RNNCell(3, 4)
head = nn.Linear(4, 1)
xs = torch.randn(10, 2, 3)
h = torch.zeros(2, 4)
for t in range(10):
    h = cell(xs[t], h)
loss = head(h).pow(2).mean()
loss.backward()
""",
    "time steps": """\
import torch
torch.manual_seed(0)
W = (torch.randn(4, 4) / 2).requires_grad_()
U = (torch.randn(3, 4) / 2).requires_grad_()
b = torch.zeros(4, requires_grad=True)
xs = torch.randn(10, 2, 3)
h = torch.zeros(2, 4)
losses = []
for t in range(10):
    h = torch.tanh(h @ W + xs[t] @ U + b)
    losses.append((h ** 2).mean())
loss = torch.stack(losses).sum()
loss.backward()
""",
    "convolutions": """\
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(
    nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(4, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(8 * 4, 10),
)
x = torch.randn(2, 1, 8, 8)
y = torch.tensor([3, 7])
loss = nn.functional.cross_entropy(net(x), y)
loss.backward()
""",
    "equal blocks": """\
import torch
from torch import nn
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.fc = nn.Linear(4, 4)
    def forward(self, x):
        return x + torch.tanh(self.fc(self.norm(x)))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(6))
        self.head = nn.Linear(4, 1)
    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)
net = Net()
loss = net(torch.randn(2, 4)).mean()
loss.backward()
""",
    "functions": """\
import torch

def swish(x):
    return x * torch.sigmoid(x)

def layer(x, w, b):
    z = x @ w + b
    return swish(z)

def network(x, params):
    for w, b in params:
        x = layer(x, w, b)
    return x

torch.manual_seed(0)
params = [(torch.randn(3, 3, requires_grad=True), torch.zeros(3, requires_grad=True)) for _ in range(6)]
x = torch.randn(2, 3)
loss = network(x, params).square().mean()
loss.backward()
""",
    "recursion": """\
import torch

def power(x, n):
    if n == 0:
        return torch.ones_like(x)
    half = power(x, n // 2)
    square = half * half
    return square * x if n % 2 else square

x = torch.tensor([1.1, 0.9], requires_grad=True)
y = power(x, 10**6) * 1e-3
loss = y.log().sum()
loss.backward()
""",
}
