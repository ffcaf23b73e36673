"""The ports of the engine, the nodes and the sockets over database, broker and channel layer.

Services and shells import single modules; the pure core never does.
"""
