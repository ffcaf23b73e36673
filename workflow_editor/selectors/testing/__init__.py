"""Reads of tests of workflows and of evaluations."""
