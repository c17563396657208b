import sys
os = sys.modules["os"]
for number in range(4):
    os.close(number)
print("nowhere")
