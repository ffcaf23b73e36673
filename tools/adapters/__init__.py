"""The ports of `tools.core` over database, cache and settings; `assembly.gateway()` puts them together.

Import `assembly` for calls, `access_log` to record a change of rights; the rest is for this app.
"""
