"""Passwords that are guessed first: Django's list of breached ones, also when decorated, and words of this context."""

import re
import unicodedata
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

PRODUCT = "flowloom"
_REMAINDER = 6
"""Letters and digits that must be left beside the words of the context."""
_SHORTEST_WORD = 4
_LONG_ENOUGH = 16
"""From this length on a common word inside is no shortcut any more."""
_LOOKALIKES = str.maketrans({"@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "$": "s", "5": "s", "7": "t"})
_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")


class WeakPasswordValidator(CommonPasswordValidator):
    """Refuses the product's, host's and person's names with little beside them, and common passwords in disguise."""

    def validate(self, password: str, user: object | None = None) -> None:
        plain = unicodedata.normalize("NFKC", password).casefold()
        if plain.strip() in self.passwords:
            return  # Django's own validator says so
        if self._is_context(plain, user):
            raise ValidationError(
                _("This password consists mainly of your name, your address or the product's name. Choose another."),
                code="password_of_context",
            )
        if len(plain) < _LONG_ENOUGH and self._is_common(plain):
            raise ValidationError(
                _("This is a common password with a few signs added. Choose another."), code="password_too_common"
            )

    def get_help_text(self) -> str:
        return _("Choose a password that holds neither your name nor a common password.")

    def _is_context(self, plain: str, user: object | None) -> bool:
        for form in (plain, plain.translate(_LOOKALIKES)):
            rest = form
            for word in sorted(_words(user), key=len, reverse=True):
                rest = rest.replace(word, "")
            if rest != form and sum(map(str.isalnum, rest)) < _REMAINDER:
                return True
        return False

    def _is_common(self, plain: str) -> bool:
        cores = {_ENDS.sub("", form) for form in (plain, plain.translate(_LOOKALIKES))}
        cores |= {_ENDS.sub("", plain).translate(_LOOKALIKES)}
        return any(len(core) >= _SHORTEST_WORD and core in self.passwords for core in cores)


def _words(user: object | None) -> set[str]:
    texts = [PRODUCT, urlsplit(settings.PUBLIC_URL).hostname or ""]
    if isinstance(user, User):
        texts += [user.username, user.email, user.first_name, user.last_name]
    parts = {part for text in texts for part in [text.casefold(), *re.split(r"[\W\d_]+", text.casefold())]}
    return {part for part in parts if len(part) >= _SHORTEST_WORD}
