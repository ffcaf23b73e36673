"""Bots of chat services: incoming messages, and sending of answers. No framework.

`triggers.webhooks` verifies requests; a service here interprets them.
"""
