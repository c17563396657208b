"""The pages that write a program: their forms, and what they make of its answer."""
