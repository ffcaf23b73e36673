"""WeChat Official Accounts: their interface, articles and pictures.

Only `tools.executors.builtin` imports it.
"""
