"""Reads for whoever is outside: forms, chat pages, triggers, conversations."""
