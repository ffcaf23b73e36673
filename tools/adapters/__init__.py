"""Implements the ports of `tools.core` with database, cache and settings; `gateway_factory.gateway()` wires them up.

Import `gateway_factory` for calls, `access_log` to record a change of rights; the rest is for this app.
"""
