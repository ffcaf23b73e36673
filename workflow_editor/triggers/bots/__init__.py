"""Bots of chat services: what a message is, and how an answer is sent. No framework.

The proof of a request is its sender's (`triggers.webhooks`); a service here says what the request means.
"""
