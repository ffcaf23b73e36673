"""Stripe: the sender of its webhooks."""
