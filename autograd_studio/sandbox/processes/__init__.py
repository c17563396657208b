"""The processes that children are forked from, and the queue in front of them."""
