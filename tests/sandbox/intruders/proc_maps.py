import sys
os = sys.modules["os"]
print("ESCAPED", os.read(os.open("/proc/self/maps", 0), 10))
