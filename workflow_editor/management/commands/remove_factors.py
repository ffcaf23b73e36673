"""`manage.py remove_factors NAME`: lets somebody in who lost their device and their recovery codes."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from workflow_editor.services.second_factor.factors import factors_remove


class Command(BaseCommand):
    help = "Remove all second factors of a user, so that the password alone signs in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no user {username}.")
        self.stdout.write(f"Removed {factors_remove(user)} second factors of {username}.")
