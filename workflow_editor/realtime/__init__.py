"""Read-only sockets: consumers that follow events, their messages, and access checks.

Only the ASGI application imports `routing`; the OpenAPI document reads `messages`.
"""
