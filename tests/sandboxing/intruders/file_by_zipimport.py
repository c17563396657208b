import sys
zipimport = sys.modules["zipimport"]
print("ESCAPED", zipimport.zipimporter("/usr/lib/python3.zip"))
