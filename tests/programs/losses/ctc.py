import torch
from torch import nn
torch.manual_seed(0)
T, C, N, S, S_min = 12, 6, 3, 5, 2
input = torch.randn(T, N, C).log_softmax(2).detach().requires_grad_()
target = torch.randint(low=1, high=C, size=(N, S), dtype=torch.long)
input_lengths = torch.full(size=(N,), fill_value=T, dtype=torch.long)
target_lengths = torch.randint(low=S_min, high=S, size=(N,), dtype=torch.long)
ctc = nn.CTCLoss()
print(ctc)
loss = ctc(input, target, input_lengths, target_lengths)
print(loss)
loss.backward()
print(input.grad[:2])
for red in ('none', 'sum', 'mean'):
    l = nn.functional.ctc_loss(input, target, input_lengths, target_lengths, reduction=red); print(red, l, l.grad_fn.next_functions)
flat = torch.cat([t[:n] for t, n in zip(target, target_lengths)])
print(nn.functional.ctc_loss(input, flat, input_lengths, target_lengths, blank=0))
x1 = torch.randn(T, C).log_softmax(1).requires_grad_()
l = ctc(x1, target[0], torch.tensor(T), torch.tensor(5)); print(l); l.backward(); print(x1.grad[0]) if x1.grad is not None else None
short = torch.tensor([2, 2, 2])
print(nn.CTCLoss(reduction='none')(input, target, short, torch.tensor([5, 5, 5])))
print(nn.CTCLoss(reduction='none', zero_infinity=True)(input, target, short, torch.tensor([5, 5, 1])))
