"""Caches of Django: counts of throttles and of sign-ins, Redis with a fallback."""
