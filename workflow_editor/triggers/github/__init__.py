"""GitHub: the sender that proves requests of its webhooks."""
