"""Wheel package `flowloom`: the command, and the product in its folder `app` (see pyproject.toml).

Imports nothing of the product before the folder is on the path; decision 56 gives the reason for one package.
"""
