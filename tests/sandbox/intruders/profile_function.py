import sys
sys.setprofile(lambda *a: a[9])
