"""Adapts executor definitions to Django: secret fields, validation errors, localized texts.

Every app uses `local_text`; `config_forms` is for code that stores and shows settings.
"""
