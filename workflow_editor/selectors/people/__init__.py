"""Reads of people: accounts, comments, and the files that they may open."""
