"""What stateful tools keep between calls, such as connections and cookies. No framework."""
