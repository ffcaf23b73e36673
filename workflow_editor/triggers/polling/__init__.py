"""What a poll makes of a tool's answer: its items, and what identifies each. Pure."""
