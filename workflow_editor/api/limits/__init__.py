"""Throttles: how often somebody may call. Refusals are 429 with `Retry-After`; `api.texts` has their sentences."""
