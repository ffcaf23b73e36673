"""Answers that hold the address of a file, which the service keeps for a while: it is fetched and kept. Pure."""

from typing import Any

from tools.core.definitions import JsonObject
from tools.core.dotted_path import value_at
from tools.core.errors import ToolUpstreamError
from tools.core.file_port import StoredFile
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.http_request.file_bodies import received_file
from tools.executors.shared.media import not_fetched
from tools.outbound.client import OutboundRequest

_NO_ADDRESS = Text("The service did not answer with a file. Check the arguments, and try again later.")


def linked_file(data: Any, place: str, invocation: Invocation, left_s: float) -> JsonObject:
    """Stream a linked file (address at `place`) into the store, without the tool's credential, within `left_s` seconds.

    Raises:
        ToolUpstreamError: there is no address.
        ToolError: as `OutboundClient.send`, or the file is not there.
    """
    address = value_at(data, place)
    if not isinstance(address, str) or not address:
        raise ToolUpstreamError(_NO_ADDRESS)
    kept: list[StoredFile] = []
    response = invocation.runtime.outbound.without_credential().send(
        OutboundRequest("GET", address),
        timeout_s=left_s,
        sink=lambda answer, pieces: kept.append(received_file(address, answer, pieces, invocation)),
    )
    if not kept:
        raise not_fetched(address, response.status)
    return kept[0].to_json()
