"""Extracts items and their identities from a poll's tool answer. Pure."""
