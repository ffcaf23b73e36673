"""Conversations with agents and workflows: their turns, what is kept of them, and links for others.

Views and sockets import its modules; reads are in `workflow_editor.selectors.conversations`.
"""
