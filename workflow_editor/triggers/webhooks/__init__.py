"""Who sent a request, and which delivery it is: one module per kind of proof, listed in `registry`."""
