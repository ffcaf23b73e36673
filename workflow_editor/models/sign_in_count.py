"""Tries that count against the limits of signing in."""

from django.db import models


class SignInCount(models.Model):
    """Times of the latest tries of one kind by one address, name or person: rows, so that no restart forgets them."""

    key = models.CharField(max_length=200, primary_key=True)
    """Made by `adapters.caches.throttles.hashed_key`: names nobody."""
    tries = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
