error = None
for n in range(5_000):
    fresh = ValueError(n)
    fresh.__cause__ = error
    error = fresh
raise error
