"""Limits of use, counted from rows: caps of people and links, the queue of runs."""
