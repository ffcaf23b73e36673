"""Writes that start, advance and end runs.

`start` begins, `step` stores the engine's decisions, `claim` and `node_execution` run a node with effects, `recovery`
finds abandoned work. Import single modules.
"""
