import sys
sys.addaudithook(lambda *a: 1 / 0)
import math
