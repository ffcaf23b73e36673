"""Cleans data of earlier versions: keys in addresses, origins set by copies, access of people who left.

Only `manage.py clean_secrets` calls it. Findings are reported by location, never by secret.
"""
