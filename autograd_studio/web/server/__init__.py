"""The routes beside the pages, and what guards, counts and logs them."""
