import ast
ast.literal_eval("-" * 200_000 + "1")
