"""Calls of any HTTP address. Pure.

`fields`, `bodies` and `settings` are also for the workflow's HTTP node, which has the same form.
"""
