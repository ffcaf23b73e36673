"""Runs Python of people and models in limited worker processes with only the passed functions. No framework.

Others use `sandbox.Sandbox`.
"""
