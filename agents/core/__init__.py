"""The words of agents: messages, ports, attachments, errors, and how tokens are estimated.

Imports nothing else of this app and no framework.
"""
