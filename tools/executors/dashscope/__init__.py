"""Alibaba Cloud Model Studio (DashScope): its native interface, and pictures."""
