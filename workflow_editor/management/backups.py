"""Sentences and passphrases of the commands about backups."""

import sys
from getpass import getpass
from pathlib import Path

from django.core.management.base import CommandError

from workflow_editor.services.backups.archive import BadArchiveError, Manifest
from workflow_editor.services.backups.sealed_keys import WrongPassphraseError
from workflow_editor.settings import env

UNREADABLE = (BadArchiveError, WrongPassphraseError, OSError)
"""Errors of a backup that cannot be read; `problem` has their sentences."""
_LEAST_CHARACTERS = 12
_VARIABLE = "BACKUP_PASSPHRASE"


def summary(manifest: Manifest) -> str:
    rows = sum(table.rows for table in manifest.tables.values())
    keys = f", {', '.join(sorted(manifest.keys))}" if manifest.keys else ", no keys"
    if manifest.keys and manifest.key_salt:
        keys += " (encrypted by a passphrase)"
    return f"{rows} rows of {len(manifest.tables)} tables, {manifest.files} contents of files{keys}"


def new_passphrase() -> str:
    """Ask twice for the passphrase of a new backup. Raises CommandError if it is too short, or differs."""
    passphrase = known_passphrase()
    if len(passphrase) < _LEAST_CHARACTERS:
        raise CommandError(f"The passphrase is too short. Use {_LEAST_CHARACTERS} characters or more.")
    if not env.text(_VARIABLE) and getpass("Passphrase of the keys, again: ") != passphrase:
        raise CommandError("The two passphrases differ. Try again.")
    return passphrase


def known_passphrase() -> str:
    """Return `BACKUP_PASSPHRASE`, or ask for it. Raises CommandError if there is nobody to ask."""
    if given := env.text(_VARIABLE):
        return given
    if not sys.stdin.isatty():
        raise CommandError(f"The keys are encrypted by a passphrase: set {_VARIABLE}, or use a terminal.")
    return getpass("Passphrase of the keys: ")


def problem(path: Path, error: BadArchiveError | WrongPassphraseError | OSError) -> str:
    if isinstance(error, WrongPassphraseError):
        return f"The passphrase does not open the keys in {path}. Try another one."
    if isinstance(error, FileExistsError):
        return f"{path} exists already. Choose another name."
    if isinstance(error, OSError):
        return f"{error.filename or path}: {error.strerror or error}."
    return str(error)
