"""Mails to people: links to a new password, who mentioned them, and what was done to their account."""
