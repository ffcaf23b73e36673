"""Alerts about failing and recovered runs, by tool, mail or webhook.

The step that ends a run stores its messages, so none is lost or duplicated; workers send them later. A delivery failure
is shown at its rule, and starts nothing.
"""
