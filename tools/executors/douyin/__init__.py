"""Douyin's open platform: authorization, uploads, videos. Only `tools.executors.builtin` imports it."""
