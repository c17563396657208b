import torch, math
for f in (torch.hann_window, torch.hamming_window, torch.blackman_window, torch.bartlett_window):
    print(f(6)); print(f(5, periodic=False)); print(f(1), f(0)); print(f(4, dtype=torch.float64))
    try: f(-1)
    except Exception as e: print(type(e).__name__, e)
    try: f(3, dtype=torch.int64)
    except Exception as e: print(type(e).__name__, e)
print(torch.hamming_window(5, True, 0.5), torch.hamming_window(5, True, 0.5, 0.4))
w = torch.hann_window(8, requires_grad=True); (w * 2).sum().backward(); print(w.grad)
