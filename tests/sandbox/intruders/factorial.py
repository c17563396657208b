import math
math.factorial(10_000_000)
