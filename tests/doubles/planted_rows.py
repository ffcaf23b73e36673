"""Rows in every table of an installation, and all of them read back with Django's models.

Usage: python -m tests.doubles.planted_rows plant|read; `read` writes JSON: for each model, the values of its rows, and
for each content of a file, what is in it.
"""

import json
import sys
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import django

ROWS = 3
CONTENT = b"a content of a file \x00\xff "
ONE_OF = {
    "workflow_editor.conversation": ("trigger_id",),
    "workflow_editor.chatshare": ("trigger_id",),
    "workflow_editor.inboxitem": ("trigger_id",),
    "workflow_editor.persistentvalues": ("workflow_id", "turn_id"),
}
"""Columns that are empty where others have a value."""
JSON_VALUES = [{"b": 1, "a": [None, "ü\n", 1.5]}, [], "text"]


def main(act: str) -> None:
    django.setup()
    if act == "plant":
        plant()
    else:
        json.dump(found(), sys.stdout)


def plant() -> None:
    from io import BytesIO

    from django.apps import apps
    from django.db import connection, transaction

    from tools.adapters.file_contents import content_put
    from tools.models import FileBody
    from workflow_editor.services.backups.rows import stored_models

    with transaction.atomic():
        for model in stored_models(apps):
            # Rows that migrations made would be in the way.
            model._base_manager.all()._raw_delete("default")
        for model in stored_models(apps):
            for number in range(ROWS):
                fields = model._meta.local_concrete_fields
                empty = ONE_OF.get(model._meta.label_lower, ())
                values = {field.attname: planted(field, number) for field in fields if field.attname not in empty}
                row = model(**values)
                if model is FileBody:
                    row.pk = sha256(content(number)).hexdigest()
                    content_put(row.pk, BytesIO(content(number)))
                # Raw: nothing happens on the way.
                rows: Any = model._base_manager.all()
                rows._insert([row], fields=fields, raw=True, using="default")
        connection.check_constraints()


def content(number: int) -> bytes:
    return CONTENT * (number * 100_000 + 1)


def planted(field: Any, number: int) -> Any:
    """Return a value that fits a column, another one for each number."""
    from django.db import models

    from tools.models import FileBody

    if field.is_relation:
        if field.related_model is FileBody:
            return sha256(content(number)).hexdigest()
        return planted(field.target_field, number)
    if isinstance(field, models.JSONField):
        return JSON_VALUES[number]
    moment = datetime(2026, 1, 1, 12, 30, 1, 250_000 * number, tzinfo=UTC)
    ways: list[tuple[type[Any], Any]] = [
        (models.BooleanField, number % 2 == 0),
        (models.UUIDField, UUID(int=(0x019B << 112) + (7 << 76) + (2 << 62) + number)),
        (models.DateTimeField, moment),
        (models.DateField, date(2026, 1, 1) + timedelta(days=number)),
        (models.FloatField, number + 0.1),
        (models.IntegerField, number + 1),
        (models.BinaryField, bytes([number, 0, 255])),
        (models.GenericIPAddressField, f"10.0.0.{number}"),
        (models.SlugField, f"slug-{number}"),
        (models.Field, f"{number}ü"[: getattr(field, "max_length", None) or 100]),
    ]
    return next(value for kind, value in ways if isinstance(field, kind))


def found() -> dict[str, Any]:
    from django.apps import apps
    from django.db import models

    from tools.adapters.file_contents import content_open
    from tools.models import FileBody
    from workflow_editor.models.ordered_json import OrderedJsonField
    from workflow_editor.services.backups.rows import stored_models

    rows = {}
    for model in stored_models(apps):
        fields = model._meta.local_concrete_fields

        def text(field: Any, row: Any) -> str:
            value = getattr(row, field.attname)
            if isinstance(value, memoryview):
                value = bytes(value)
            # PostgreSQL orders the fields of some.
            is_sorted = isinstance(field, models.JSONField) and not isinstance(field, OrderedJsonField)
            return json.dumps(value, sort_keys=is_sorted) if isinstance(field, models.JSONField) else repr(value)

        rows[model._meta.label_lower] = [
            [text(field, row) for field in fields] for row in model._base_manager.order_by("pk")
        ]
    contents = {}
    for body in FileBody.objects.order_by("pk"):
        with content_open(body.pk) as file:
            contents[body.pk] = sha256(file.read()).hexdigest()
    return {"rows": rows, "contents": contents}


if __name__ == "__main__":
    main(sys.argv[1])
