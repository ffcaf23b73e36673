"""Cleans what earlier versions stored: keys in addresses, origins that copies filled in, what people who left can use.

`manage.py clean_secrets` is the only caller. What is found is named by its place, never by the secret.
"""
