"""Conversations with agents and workflows: turns, stored results, and links for others.

Views and sockets import its modules; reads are in `workflow_editor.selectors.outside.conversations`.
"""
