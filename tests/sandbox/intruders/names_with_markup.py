import torch
globals()["<script>alert(1)</script>"] = torch.tensor(1.0, requires_grad=True)
class Evil(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
Evil.__name__ = Evil.__qualname__ = '"><img src=x onerror=alert(1)>\u202e\x1b[31m' + "x" * 10_000
y = Evil.apply(globals()["<script>alert(1)</script>"])
y.backward()
print("<b>bold</b>\x1b[2J\u202egnp.exe", "y" * 10_000)
raise ValueError("\x1b]8;;http://x\x07<svg onload=alert(1)>\ud800")
