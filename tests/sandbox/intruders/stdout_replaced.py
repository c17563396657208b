import sys
class Out:
    def write(self, text):
        raise SystemError("no")
    def __getattr__(self, name):
        raise MemoryError
sys.stdout = sys.stderr = sys.__stdout__ = Out()
print(1)
