import numpy
a = numpy.ones((3000, 3000))
while True:
    a = a @ a
