"""PostgreSQL backend that detects connections cut while idle.

Connections live as long as their threads. An idle connection has nothing to read, so a readable one is about to report
its end, for example after a server restart. This check costs a microsecond; Django's own costs a round trip per
request.
"""

import json
import select
from functools import partial
from typing import Any

from django.db.backends.postgresql import base, operations
from psycopg import Error
from psycopg.pq import ConnStatus
from psycopg.types.json import Jsonb
from psycopg.types.string import TextLoader

from tools.core.formats.decimal_json import decimal_json


class DatabaseOperations(operations.DatabaseOperations):
    """Writes JSON so that `jsonb` gives back doubles as doubles."""

    def adapt_json_value(self, value: Any, encoder: type[json.JSONEncoder] | None) -> Any:
        return Jsonb(value, dumps=partial(_text, cls=encoder))


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects again when the connection has ended; inside of a transaction this is an error, as it must be."""

    ops_class = DatabaseOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if (prepare := self.settings_dict.get("PREPARE")) is not None:
            prepare()
        made = super().get_new_connection(conn_params)
        # As Django does for `jsonb`: its fields read the text.
        made.adapters.register_loader("json", TextLoader)
        return made

    def ensure_connection(self) -> None:
        if self.connection is not None and not self.in_atomic_block and _has_ended(self.connection):
            self.close()
        super().ensure_connection()

    def close_if_unusable_or_obsolete(self) -> None:
        # Django's own would connect once more to ask about the one that has ended, and fail when the server is away:
        # after the answer was made, which then was never sent.
        if self.connection is not None and not self.in_atomic_block and _has_ended(self.connection):
            self.close()
        super().close_if_unusable_or_obsolete()


def _text(value: Any, cls: type[json.JSONEncoder] | None) -> str:
    return decimal_json(json.dumps(value, cls=cls))


def _has_ended(connection: Any) -> bool:
    pgconn = connection.pgconn
    try:
        while pgconn.status == ConnStatus.OK and _can_be_read(pgconn.socket):
            pgconn.consume_input()
    except Error:
        return True
    return bool(pgconn.status != ConnStatus.OK)


def _can_be_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
