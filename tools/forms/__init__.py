"""What an executor's definition means to Django: secret fields and validation errors of settings, localised texts.

`local_text` is for every app; `config_forms` for what stores and shows settings.
"""
