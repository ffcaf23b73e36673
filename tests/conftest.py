"""Fixtures for every test: named people, and no network but loopback."""
