import torch
w = torch.tensor([0.1, 0.2], requires_grad=True)
probs = torch.softmax(w, dim=0)
choice = torch.multinomial(probs, 1)
reward = choice.float() * 2.0
loss = -reward.mean()
loss.backward()
# -> loss error 4 argmax
