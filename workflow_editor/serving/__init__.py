"""Shared parts of web processes in every mode (`embedded`, `scaled`): listener, watchdog, body limits."""
