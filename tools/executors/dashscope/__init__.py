"""Alibaba Cloud Model Studio (DashScope): its native interface, and pictures.

Only `tools.executors.builtin` imports it.
"""
