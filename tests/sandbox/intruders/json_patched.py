import json
json.dumps = lambda *a, **k: "[" * 100_000
