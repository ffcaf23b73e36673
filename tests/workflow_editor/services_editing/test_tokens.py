"""API tokens as services see them."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from workflow_editor.models import ApiToken
from workflow_editor.services.tokens import token_create, token_open


def test_a_use_is_noted_at_most_once_a_minute(alice: User) -> None:
    row, raw = token_create(alice, name="CI")
    recent = timezone.now() - timedelta(seconds=30)
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=recent)
    assert token_open(raw) == ApiToken.objects.get(user=alice)
    assert ApiToken.objects.get().last_used_at == recent
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=recent - timedelta(minutes=1))
    token_open(raw)
    last_used_at = ApiToken.objects.get().last_used_at
    assert last_used_at is not None
    assert last_used_at > recent


def test_tokens_differ_and_are_long(alice: User) -> None:
    tokens = {token_create(alice, name="CI")[1] for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) >= 40 for token in tokens)
