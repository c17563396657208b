import io
print("ESCAPED", io.open("/etc/passwd").read(5))
