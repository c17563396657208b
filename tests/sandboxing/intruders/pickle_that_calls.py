import pickle
class Call:
    def __reduce__(self):
        import sys
        return sys.modules["os"].system, ("echo ESCAPED",)
print("ESCAPED" if pickle.loads(pickle.dumps(Call())) == 0 else "no")
