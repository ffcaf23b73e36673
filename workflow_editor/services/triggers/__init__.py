"""Runs that begin by themselves: what arrives at triggers is stored first, and starts exactly one run."""
