import sys
sys.modules["os"].abort()
