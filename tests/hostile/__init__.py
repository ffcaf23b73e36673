"""Texts made to stop a process, and how long each reader of outside text takes over them."""
