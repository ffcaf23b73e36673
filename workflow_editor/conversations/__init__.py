"""Talks with agents: their turns, what is kept of them, and links for others."""
