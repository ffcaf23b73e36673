"""Function names that a person's clients know: what was offered once keeps its name, and the name its meaning."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from workflow_editor.models import OfferedName


def given_names(user: User) -> dict[str, str]:
    """Return the names that were given to the person's tools, by tool id; also those of tools that are gone."""
    return dict(OfferedName.objects.filter(user=user).values_list("tool_id", "name"))


def keep_names(user: User, offered: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Store the names that are new. Of two lists that are made at the same moment the first one counts."""
    fresh = [OfferedName(user=user, tool_id=tool, name=name) for tool, name in offered.items() if tool not in known]
    if fresh:
        OfferedName.objects.bulk_create(fresh, ignore_conflicts=True)
