"""State of stateful tools between calls, such as connections and cookies. No framework.

`scope` defines a session's lifetime; `live` keeps the open ones.
"""
