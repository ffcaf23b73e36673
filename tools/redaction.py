"""Keeps secrets out of logs, events, exports and messages."""
