"""Startup message of a server."""

from typing import TextIO

from django.core.management.base import OutputWrapper

from workflow_editor.management.stored_state import credentials_warning
from workflow_editor.selectors.people.accounts import setup_required
from workflow_editor.services.account_links import setup_link_create


def print_ready(out: OutputWrapper | TextIO, address: str) -> None:
    """Print the address, and while nobody has an account, the link that creates the first administrator."""
    if warning := credentials_warning():
        out.write(f"{warning}\n")
    out.write(f"Flowloom is ready at {address}\n")
    if setup_required():
        out.write(f"Create the first administrator: {address}/setup?token={setup_link_create()}\n")
    out.flush()
