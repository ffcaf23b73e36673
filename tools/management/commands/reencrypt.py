"""`manage.py reencrypt`: the second step of a change of keys."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.core.errors import ToolConfigurationError
from tools.services.reencryption import reencrypt_all


class Command(BaseCommand):
    """Exits with an error, and changes nothing, when a secret cannot be read with any of the keys."""

    help = "Encrypt all stored secrets with the first key of DATA_DIR/credential_key."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = reencrypt_all()
        except ToolConfigurationError as error:
            raise CommandError(error.text.en) from error
        self.stdout.write(f"{count} rows are encrypted with the first key. The keys below it may be removed.")
