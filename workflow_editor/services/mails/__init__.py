"""Mails to people: links to a new password, and who mentioned them."""
