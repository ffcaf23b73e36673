"""Makers of rows for tests: every argument has a sensible default, every row is valid."""
