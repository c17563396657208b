import sys
resource = sys.modules["resource"]
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print("ESCAPED")
