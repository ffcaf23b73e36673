"""Threads, locks, places, cancellation and time for calls. No framework."""
