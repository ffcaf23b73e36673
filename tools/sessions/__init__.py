"""What stateful tools keep between calls, such as connections and cookies. No framework.

`scope` says how long a session lasts; `live` keeps the open ones.
"""
