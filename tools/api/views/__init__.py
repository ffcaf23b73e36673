"""Thin views: validate the request, call one service or selector, return the answer.

One module per resource; only `tools.api.urls` imports them.
"""
