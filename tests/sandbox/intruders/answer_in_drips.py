import sys
os = sys.modules["os"]
while True:
    os.write(3, b"[")
