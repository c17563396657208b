import torch

E = torch.tensor([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], requires_grad=True)
ids = torch.tensor([0, 2, 2])
vec = E[ids]
print(vec)
vec.mean(0).sum().backward()
print(E.grad)
vec2 = torch.nn.functional.embedding(ids, E)
print(vec2.grad_fn.name(), torch.equal(vec, vec2))
