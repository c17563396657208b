import torch

i, l = torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2])
f, d = torch.tensor([0.5, 1.5]), torch.tensor([0.5, 1.5], dtype=torch.float64)
b, h = torch.tensor([True, False]), torch.tensor([1.0, 2.0], dtype=torch.float16)
u = torch.tensor([200, 100], dtype=torch.uint8)
for name, r in {
    'i+l': i + l, 'i+f': i + f, 'l*f': l * f, 'f+d': f + d, 'b+b': b + b, 'b+i': b + i, 'h+f': h + f, 'h+l': h + l,
    'u+u': u + u, 'u+i': u + i, 'i+1.5': i + 1.5, 'f+1': f + 1, 'h*2.0': h * 2.0, 'l/l': l / l, 'l//2': l // 2,
    'l%2': l % 2, 'b*2': b * 2, 'f>0': f > 0, 'l**2': l ** 2, '2**l': 2 ** l, 'f+d0': f + torch.tensor(1.0, dtype=torch.float64),
    'l+f0': l + torch.tensor(0.5),
}.items():
    print(f'{name:6}', r.dtype, r.tolist())
