"""The package `flowloom` of the wheel: the command, and in its folder `app` the product (see pyproject.toml).

Imports nothing of the product before the folder is on the path; decision 56 says why it is one.
"""
