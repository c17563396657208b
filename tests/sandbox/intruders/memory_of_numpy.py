import numpy
kept = [numpy.ones((1 << 24,)) for _ in range(1000)]
