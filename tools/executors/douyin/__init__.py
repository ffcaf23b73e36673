"""Douyin's open platform: authorisation, uploads, videos.

Only `tools.executors.builtin` imports it.
"""
