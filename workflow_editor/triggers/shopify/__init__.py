"""Shopify: the sender of its webhooks."""
