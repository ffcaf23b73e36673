"""Formats of texts and files, read and written: JSON, YAML, CSV, archives. Pure."""
