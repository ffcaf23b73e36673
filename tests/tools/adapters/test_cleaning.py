"""No content of a file is deleted while a backup copies them."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone

from tools.adapters.cleaning import cleaning_paused
from tools.adapters.file_contents import content_open, content_put, contents_prune
from tools.models import FileBody


@pytest.mark.django_db(transaction=True)
def test_cleaning_waits_for_the_end_of_the_pause() -> None:
    digest = "ab" * 32
    content_put(digest, BytesIO(b"content"))
    FileBody.objects.create(hash=digest, size=7, used_at=timezone.now() - timedelta(days=1))
    with cleaning_paused(), cleaning_paused():
        assert contents_prune(batch=10) == 0
        with content_open(digest) as content:
            assert content.read() == b"content"
    assert contents_prune(batch=10) == 1
    with pytest.raises(FileNotFoundError):
        content_open(digest)
