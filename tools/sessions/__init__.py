"""State of stateful tools between calls, such as connections and cookies. No framework.

`scope` has a session's lifetime and the open ones.
"""
