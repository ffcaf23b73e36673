"""Slack: its addresses, and the accounts that people connect."""
