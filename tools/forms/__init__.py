"""What an executor's definition means to Django: secret fields and validation errors of settings, localised texts."""
