"""Node type interface and everything node types share: templates, conditions, containers, ports. Pure.

`base` is the interface, `registry` finds types, `ports` is a node's access to the outside. The types are in `builtin`.
"""
