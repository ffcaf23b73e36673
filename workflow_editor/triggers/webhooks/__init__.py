"""Verifies senders and identifies deliveries: one module per kind of proof, listed in `registry`."""
