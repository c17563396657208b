import sys
sys.setrecursionlimit(10 ** 9)
eval("+".join("1" * 50_000))
