"""Reading what a child answered: hostile bytes until they have been checked."""
