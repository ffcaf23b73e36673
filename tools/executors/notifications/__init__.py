"""Differences between notification services: addresses, signatures, message forms, limits, error codes.

One module per service. Only `tools.executors.builtin` imports it.
"""
