"""Writes files that people open: rows as Excel or CSV, text as Word or PDF, images. Pure; one module each."""
