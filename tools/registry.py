"""Executors by name and by UI type; the five mapping functions of seed 002."""
