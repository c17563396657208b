import pickle
print("ESCAPED" if pickle.loads(b"cos\nsystem\n(S'echo ESCAPED'\ntR.") == 0 else "no")
