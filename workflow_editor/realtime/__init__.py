"""Sockets: consumers that read events and follow them, their messages, and who may connect. They never write.

Only the ASGI application imports `routing`; the OpenAPI document reads `messages`.
"""
