"""Encryption of what is stored, and the removal of secrets from what is shown or logged."""
