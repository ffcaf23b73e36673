"""Rows read and written without building and compiling queries, for the few statements that every run needs."""
