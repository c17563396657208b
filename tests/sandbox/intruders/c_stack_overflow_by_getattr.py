class A:
    pass
import functools
f = print
for _ in range(10 ** 6):
    f = functools.partial(f)
f()
