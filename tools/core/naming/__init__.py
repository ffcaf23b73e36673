"""Names of functions and of things that people name, and ids from outside. Pure."""
