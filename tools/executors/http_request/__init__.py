"""Calls any HTTP address. Pure.

The workflow's HTTP node shares `fields`, `bodies` and `settings` and has the same form.
"""
