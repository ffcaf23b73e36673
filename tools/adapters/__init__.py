"""The ports of `tools.core` over database, cache and settings; `assembly.gateway()` puts them together."""
