"""Runs untrusted Python in pydantic-monty workers."""
