"""Reads and writes rows without compiling queries, for the few statements of every run.

`reader` and `writer` are for adapters of all apps; everything else uses Django's ORM.
"""
