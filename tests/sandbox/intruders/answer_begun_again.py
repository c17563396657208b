import sys
sys.modules["os"].write(3, b"+")
