import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
out = w * 2
print(out.numpy())
out.sum().backward()
# -> out error 4 numpy_of_graph
