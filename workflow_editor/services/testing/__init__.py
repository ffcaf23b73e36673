"""Writes that make tests of workflows from stored runs, replay them, and compare versions over tables of cases.

Views and tasks import single modules.
"""
