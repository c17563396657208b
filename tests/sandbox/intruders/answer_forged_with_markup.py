import json, sys
os = sys.modules["os"]
error = {"type": "<img src=x onerror=alert(1)>", "message": "\x1b]0;ESC\x07\u202e<script>", "line": -7, "traceback": "\ud800" * 9}
os.write(3, json.dumps({"error": error, "exit_status": 0, "stopped": None, "trace_bytes": 0}).encode())
os._exit(0)
