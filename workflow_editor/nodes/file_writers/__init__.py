"""Writes values as files that people open: rows as Excel or CSV, Markdown as Word. Pure; one module each."""
