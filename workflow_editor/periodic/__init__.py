"""Periodic work in every mode: a thread each, in the one process or in `manage.py beat`.

The two modes, `embedded` and `scaled`, import it.
"""
