"""How an operator is made: its definition, its call, its node, its arguments, its in-place and out= forms."""
