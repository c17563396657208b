import torch


class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, end=" ")
        return super().__torch_function__(func, types, args, kwargs or {})


t = torch.tensor([[1.0, 2.0], [3.0, 4.0]]).as_subclass(Logged)
t[0], t + 1, 1 + t, t - 1, 1 - t, t * 2, 2 * t, t / 2, 1 / t, t // 2, t % 2, t**2, 2**t, t @ t
print()
-t, +t, abs(t), ~(t > 0), t == 1, t != 1, t < 1, t >= 1, (t > 0) & (t > 1)
print()
t[0] = 1
t += 1
t *= 2
len(t), list(t), 1.0 in t, float(t[0, 0]), int(t[0, 0]), bool(t[0, 0])
print()
