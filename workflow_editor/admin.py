"""Django admin of the workflow app."""
