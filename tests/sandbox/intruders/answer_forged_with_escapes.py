import json, sys
os = sys.modules["os"]
trace = {"source": "\x01" * 1_300_000}
answer = {"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}
data = json.dumps(answer).encode() + b"\n" + json.dumps(trace).encode()
while data:
    data = data[os.write(3, data):]
os._exit(0)
