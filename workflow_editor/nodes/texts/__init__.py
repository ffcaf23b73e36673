"""Texts and bytes that nodes read: JSON answers, personal data, archives. Pure."""
