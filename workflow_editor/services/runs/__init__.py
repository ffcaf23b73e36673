"""Writes that make runs begin, go on and end.

`start` begins, `step` stores what the engine decided, `claim` and `node_execution` run a node with effects,
`recovery` finds what was left behind. Import single modules.
"""
