"""Schedules: rules in a time zone, due times, and their description in a sentence."""
