"""Formats of the panel, one package per language; found through FORMAT_MODULE_PATH."""
