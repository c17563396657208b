import sys
os = sys.modules["os"]
names = b",".join(b'"%x\\r":0' % n for n in range(500_000))
head = b'{"error": null, "exit_status": 0, "stopped": null, "trace_bytes": 0}\n'
data = head + b'{%s}' % names
while data:
    data = data[os.write(3, data):]
os._exit(0)
