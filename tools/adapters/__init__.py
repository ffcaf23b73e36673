"""The ports of `tools.core` over database, cache and settings; `gateway_factory.gateway()` puts them together.

Import `gateway_factory` for calls, `access_log` to record a change of rights; the rest is for this app.
"""
