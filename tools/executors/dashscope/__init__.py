"""Alibaba Cloud Model Studio (DashScope): pictures. Only `tools.executors.builtin` imports it."""
