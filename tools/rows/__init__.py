"""Rows read and written without building and compiling queries, for the few statements that every run needs.

`reader` and `writer` are for adapters of all apps; everything else uses Django's ORM.
"""
