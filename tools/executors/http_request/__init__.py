"""Calls of any HTTP address: the tool, and the fields and bodies that the workflow's node shares with it. Pure."""
