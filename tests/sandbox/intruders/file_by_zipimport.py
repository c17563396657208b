import sys
zipimport = sys.modules["zipimport"]
try:
    zipimport._read_directory("/etc/passwd")
except zipimport.ZipImportError as error:
    if "can't open" not in str(error):
        print("ESCAPED", error)
