import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
kept = y.grad_fn._raw_saved_self
print(kept.data, kept.data is x)
kept.register_hooks(lambda t: (t.numpy(force=True), "packed"), lambda packed: torch.from_numpy(packed[0]))
print(kept.data)
out = x.exp()
result = out.grad_fn._raw_saved_result
print(result.data, result.data is out)
(y + out).sum().backward()
print(x.grad, result.data)
for hooks in ((1, 2), (lambda t: t, None)):
    try:
        with torch.autograd.graph.saved_tensors_hooks(*hooks):
            x * x
    except TypeError as e:
        print(str(e).split("\n")[0])
