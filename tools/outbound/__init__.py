"""Guarded HTTP to outside addresses: connections are checked and pinned, redirects and sizes bounded. No framework.

Executors use `client.OutboundClient`; `addresses` decides reachability, `origins` the destinations of secrets.
"""
