"""Ten documents of public APIs, imported whole, and one call each against a server made from the document.

Their origins and licences are in `documents/README.md`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import orjson
import pytest

from tests.doubles.described_server import DescribedServer
from tests.doubles.http_server import serving
from tests.doubles.tool_ports import ALICE, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.tool_id import ToolId
from tools.executors.openapi.description import read_description
from tools.executors.openapi.document import read_document

DOCUMENTS = Path(__file__).parent / "documents"


class Case(NamedTuple):
    """One call of one document."""

    path: str
    arguments: dict[str, Any]
    method: str = "GET"
    operations: int = 1
    """Figures of the whole document."""
    notes: int = 0
    """Unsupported parts of the document and of all operations."""
    more: Mapping[str, Any] = {}
    """Further values that the person adds to every request, if one secret is not enough."""


CASES = {
    "apis.guru": Case("/specs/{provider}/{api}.json", {"provider": "xkcd.com", "api": "1.0.0"}, operations=7, notes=1),
    "carbone.io": Case(
        "/render/{templateId}", {"templateId": "t1", "carbone-version": 4, "data": {"id": 1}}, "POST", operations=6
    ),
    "codesearch.debian.net": Case("/search", {"query": "who calls .execvp(", "match_mode": "literal"}, operations=2),
    "greenpeace.org": Case("/events", {"domain": "europe", "limit": "3"}, operations=6, notes=1),
    "mineskin.org": Case(
        "/generate/user",
        {"User-Agent": "Flowloom", "uuid": "069a79f444e94726a5befca90e38aaf5"},
        "POST",
        operations=9,
        notes=1,
        more={"headers": [{"key": "Authorization", "value": "Bearer planted-secret-2"}]},
    ),
    "nasa.gov-apod": Case("/apod", {"date": "2026-11-26", "hd": True}),
    "nexmo.com-numbers": Case(
        "/number/buy",
        {"country": "GB", "msisdn": "447700900000"},
        "POST",
        operations=5,
        notes=1,
        more={"query": [{"key": "api_secret", "value": "planted-secret-2"}]},
    ),
    "openfigi.com": Case(
        "/mapping", {"body": [{"idType": "ID_ISIN", "idValue": "US4592001014"}]}, "POST", operations=2, notes=1
    ),
    "twilio.com-twilio_lookups_v1": Case(
        "/v1/PhoneNumbers/{PhoneNumber}", {"PhoneNumber": "+4930", "Type": ["carrier"]}
    ),
    "xero.com-xero-identity": Case("/Connections", {}, operations=2, notes=1),
}


@pytest.mark.parametrize("name", CASES)
def test_a_public_document_is_imported_and_called(name: str) -> None:
    case = CASES[name]
    content = (DOCUMENTS / f"{name}.json").read_bytes()
    document = read_document(content)
    listed = read_description(document)
    ids = [one.id for one in listed.operations]
    whole = read_description(document, ids)
    (wanted,) = [one.id for one in listed.operations if (one.method, one.path) == (case.method, case.path)]
    lost = [*whole.notes, *(note for one in whole.operations for note in one.notes)]
    assert (len(whole.api.operations), len(lost)) == (case.operations, case.notes), [note.en for note in lost]
    bench = loopback_bench()
    with serving(DescribedServer(orjson.loads(content))) as server:
        config = {
            "api": whole.api.model_dump(by_alias=True),
            "url": server.url + urlsplit(whole.api.server).path,
            "username": "planted-user",
            "secret": "planted-secret-1",
            **case.more,
        }
        bench.tools.add("one", "openapi", config, name="API")
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE)
        function = toolbox.tools()[ids.index(wanted)].function.name
        result = toolbox.call(ToolCall("c1", function, case.arguments), timeout_s=60, cancel=Cancel())
    assert result.success, result.message
    assert result.data is not None
