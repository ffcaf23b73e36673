"""Ports that apps above fill in when they start: files, tables, knowledge, workflows."""
