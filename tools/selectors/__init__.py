"""Reads of the tools layer, scoped by who asks: one's own and shared rows, everything for staff. Import modules."""
