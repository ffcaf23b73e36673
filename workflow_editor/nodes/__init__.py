"""What a node type is, and everything that node types share: templates, conditions, containers, ports. Pure.

`base` is the interface, `registry` finds types, `ports` is what a node may ask of the world. The types are in
`builtin`.
"""
