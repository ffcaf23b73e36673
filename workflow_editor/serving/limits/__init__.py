"""Limits of requests before they are read: length of bodies, deliveries at once."""
