"""Ports of nodes over models, tools, files, variables and money."""
