"""Core vocabulary of agents: messages, ports, attachments, errors, and token estimates.

Imports nothing else of this app and no framework.
"""
