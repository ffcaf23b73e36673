"""Reads of runs: lists, answers, events, explanations, what they wait for."""
