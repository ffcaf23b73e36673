"""The words of tools: what a tool, a call, a result, an error and an id are, and the ports to everything else.

Imports nothing else of this app and no framework; everything may import it.
"""
