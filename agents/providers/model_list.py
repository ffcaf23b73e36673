"""Lists a service's models; both wire formats use `models` below their base URL.

We parse the answer, since the SDKs accept any JSON as a page, and some services send the bare list.
Source: OpenAI API reference, "List models"; Anthropic API reference, "List Models" (`limit` at most 1000).
"""

import asyncio
from typing import Any

from agents.core.errors import ProviderError
from agents.providers.clients import anthropic_client, openai_client
from agents.providers.connection import Connection
from agents.providers.failures import failure, well_formed
from agents.providers.sdk_calls import wait_for
from agents.providers.sdk_errors import provider_error
from tools.core.formats.json_text import parse_json

LONGEST_LIST_S = 20.0
MAX_LISTED = 1000
"""Models that are read of an answer."""
MAX_NAME_CHARS = 200


def listed_models(connection: Connection) -> list[str]:
    """Return the service's model names in its order, without duplicates.

    Raises ProviderError if the service refused, was unreachable, silent for 20 s, or sent no list of models.
    """
    try:
        body = wait_for(_asked(connection))
    except TimeoutError:
        raise failure("timeout", connection.title) from None
    except Exception as error:
        raise provider_error(error, connection) from None
    with well_formed(connection.title):
        return _names(parse_json(body))


def lists_no_models(error: ProviderError) -> bool:
    """Return whether a service does not know the address of its list, which some compatible ones leave out."""
    return error.details.get("status") in (404, 405, 501)


async def _asked(connection: Connection) -> bytes:
    async with asyncio.timeout(LONGEST_LIST_S):
        if connection.wire == "anthropic":
            page = await anthropic_client(connection).models.with_raw_response.list(limit=MAX_LISTED)
            return await page.http_response.aread()
        client = openai_client(connection)
        if connection.key_path:
            await client.get(connection.key_path, cast_to=object)
        listed = await client.models.with_raw_response.list()
        return await listed.http_response.aread()


def _names(found: Any) -> list[str]:
    rows = found if isinstance(found, list) else found["data"]
    names = [row["id"].strip() for row in rows[:MAX_LISTED]]
    return list(dict.fromkeys(name for name in names if 0 < len(name) <= MAX_NAME_CHARS))
