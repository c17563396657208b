class Never(Exception):
    def __instancecheck__(self, other):
        return True
try:
    while True:
        pass
finally:
    while True:
        pass
