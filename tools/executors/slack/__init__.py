"""Slack: account and addresses."""
