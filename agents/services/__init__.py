"""Writes of the agents layer, and the way from a node's settings to a model client. Import modules."""
