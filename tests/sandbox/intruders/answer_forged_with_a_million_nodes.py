import json, sys
os = sys.modules["os"]
trace = {"version": 1, "source": "", "nodes": [{}] * 10 ** 6, "steps": [{}] * 10 ** 6}
data = json.dumps({"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}).encode() + b"\n" + json.dumps(trace).encode()
while data:
    data = data[os.write(3, data):]
os._exit(0)
