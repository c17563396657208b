import torch

quat = torch.tensor([1.0, 0.0, 0.0, 0.0], requires_grad=True)

def axis_angle(q):
    w, v = q[0], q[1:]
    n = v.norm().clamp(min=1e-8)
    half = torch.acos(w.clamp(-1.0, 1.0))
    return 2.0 * v * half / n

goal = torch.tensor([0.1, 0.0, 0.0])
miss = (axis_angle(quat) - goal).abs().sum()
miss.backward()
print(miss)
print(quat.grad)
# => nan 8: acos has an infinite slope at 1, the clamp lets it through, and 0 * inf is NaN
