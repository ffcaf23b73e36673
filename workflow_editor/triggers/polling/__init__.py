"""What a poll makes of a tool's answer: its items, and what tells each from the others. Pure."""
