"""Recorded model and tool traffic of runs: its form, replaying it, and what may be demanded of a replay. Pure."""
