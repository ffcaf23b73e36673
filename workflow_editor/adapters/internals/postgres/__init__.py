"""The database backend of the scaled mode: Django looks for `base` in here, nobody else imports it."""
