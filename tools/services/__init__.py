"""Writes of the tools layer: each function checks, writes in one transaction and returns the row. Import modules."""
