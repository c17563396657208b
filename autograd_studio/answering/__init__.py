"""What is wanted of a run, and the one function that answers: in a child of the sandbox, and wherever else a program runs."""
