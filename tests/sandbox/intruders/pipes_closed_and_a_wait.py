import sys
os = sys.modules["os"]
for number in range(4):
    os.close(number)
while True:
    try:
        sys.modules["time"].sleep(9)
    except BaseException:
        pass
