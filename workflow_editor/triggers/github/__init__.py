"""GitHub: the sender of its webhooks."""
