"""Implements the ports of the engine, nodes and sockets with database, broker and channel layer.

Services and shells import single modules; the pure core never does.
"""
