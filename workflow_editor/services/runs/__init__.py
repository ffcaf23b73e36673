"""Writes that make runs begin, go on and end."""
