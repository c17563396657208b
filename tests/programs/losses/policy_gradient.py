import torch

logits = torch.tensor([0.1, 0.5, -0.3], requires_grad=True)
probs = torch.softmax(logits, 0)
action, reward = 1, 2.0
loss = -torch.log(probs[action]) * reward
loss.backward()
print(probs, loss, logits.grad)
