def f():
    pass
f.__code__ = f.__code__.replace(co_code=bytes(range(0, 250, 2)) * 4, co_stacksize=0)
f()
