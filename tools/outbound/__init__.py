"""HTTP to addresses that come from outside: each connection is checked and pinned, redirects and sizes are bounded.

No framework. Executors use `client.OutboundClient`; `addresses` decides what is reachable, `origins` where a secret
may go.
"""
