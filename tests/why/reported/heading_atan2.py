import torch

vel = torch.tensor([[1.0, 2.0], [0.0, 0.0], [-1.0, 0.5]], requires_grad=True)
want = torch.tensor([0.5, 0.0, 2.0])
moving = torch.tensor([1.0, 0.0, 1.0])

head = torch.atan2(vel[:, 1], vel[:, 0])
loss = (moving * (head - want) ** 2).sum()
loss.backward()
print(loss)
print(vel.grad)
# => clean: atan2 at (0, 0) has no slope; PyTorch gives 0 there since 2.x (the report was NaN)
