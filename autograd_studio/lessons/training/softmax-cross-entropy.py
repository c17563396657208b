import torch
import torch.nn.functional as F

scores = torch.tensor([2., 1., 0.], requires_grad=True)
target = torch.tensor(1)
loss = F.cross_entropy(scores, target)
loss.backward()

p = scores.detach().softmax(0)
onehot = F.one_hot(target, 3)
print(p)            # tensor([0.6652, 0.2447, 0.0900])
print(p - onehot)   # tensor([ 0.6652, -0.7553,  0.0900])
print(scores.grad)  # tensor([ 0.6652, -0.7553,  0.0900])
