import numpy
a = numpy.ones((600, 600))
while True:
    a = a @ a / 600
