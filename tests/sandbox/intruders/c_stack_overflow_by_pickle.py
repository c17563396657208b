import pickle
nested = []
for _ in range(10 ** 5):
    nested = [nested]
pickle.dumps(nested)
