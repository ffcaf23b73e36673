"""Core vocabulary of tools: tool, call, result, error, id, and the ports to everything else.

Imports nothing else of this app and no framework; everything may import it.
"""
