import builtins, io
import numpy
builtins.open = io.open
print("ESCAPED", numpy.fromfile("/etc/passwd", "u1")[:4])
