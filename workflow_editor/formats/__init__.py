"""Formats of dates and numbers in the panel, one package per language; Django finds them by FORMAT_MODULE_PATH."""
