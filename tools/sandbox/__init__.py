"""Runs Python that people and models write: in worker processes with limits, with only the functions passed in.

No framework. `sandbox.Sandbox` is what others use.
"""
