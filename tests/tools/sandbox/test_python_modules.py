"""Modules of the standard library in the sandbox: the same answers as CPython, within limits."""

import base64
import hashlib
import hmac
import html
import statistics
import urllib.parse
import uuid
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tools.sandbox.code_review import review
from tools.sandbox.limits import MAX_CALLS
from tools.sandbox.memory import SandboxMemory
from tools.sandbox.outcome import SandboxError
from tools.sandbox.sandbox import Sandbox

SUMMER, WINTER = datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 12, tzinfo=UTC)
ADDRESS = "https://a.example:8443/b c/?q=1&q=%E4%BD%A0#end"
NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6]
SAME: list[tuple[str, Any]] = [
    ("import html\nhtml.escape('<a href=\"x\">&')", html.escape('<a href="x">&')),
    ("from html import unescape\nunescape('&lt;&eacute;&#x4f60;')", html.unescape("&lt;&eacute;&#x4f60;")),
    ("from urllib.parse import quote\nquote('a b/你')", urllib.parse.quote("a b/你")),
    ("import urllib.parse\nurllib.parse.quote('a b/你', safe='')", urllib.parse.quote("a b/你", safe="")),
    ("from urllib import parse\nparse.unquote_plus('a+b%20c')", "a b c"),
    ("import urllib.parse as p\np.urlencode({'a': 'x y', 'b': [1, 2]}, doseq=True)", "a=x+y&b=1&b=2"),
    (f"import urllib.parse\nurllib.parse.parse_qs(urllib.parse.urlsplit({ADDRESS!r}).query)", {"q": ["1", "你"]}),
    (f"from urllib.parse import urlparse\nlist(urlparse({ADDRESS!r}))", list(urllib.parse.urlparse(ADDRESS))),
    (f"from urllib.parse import urlparse, urlunparse\nurlunparse(urlparse({ADDRESS!r}))", ADDRESS),
    (f"from urllib.parse import urljoin\nurljoin({ADDRESS!r}, '../x')", urllib.parse.urljoin(ADDRESS, "../x")),
    ("import hmac\nhmac.new(b'k', b'm', 'sha256').hexdigest()", hmac.new(b"k", b"m", "sha256").hexdigest()),
    (
        "import hashlib, hmac\nhmac.new(b'k', b'm', hashlib.sha512).hexdigest()",
        hmac.new(b"k", b"m", hashlib.sha512).hexdigest(),
    ),
    (
        "import base64, hmac\nbase64.b64encode(hmac.digest(b'k', b'm', 'sha1')).decode()",
        base64.b64encode(hmac.digest(b"k", b"m", "sha1")).decode(),
    ),
    ("import hmac\nhmac.compare_digest('a', 'b')", False),
    ("import uuid\nuuid.uuid5(uuid.NAMESPACE_URL, 'x')", str(uuid.uuid5(uuid.NAMESPACE_URL, "x"))),
    ("import uuid\nuuid.UUID('{12345678123456781234567812345678}')", "12345678-1234-5678-1234-567812345678"),
    *(
        (f"import statistics\nstatistics.{name}({NUMBERS})", getattr(statistics, name)(NUMBERS))
        for name in ("mean", "fmean", "median", "median_low", "mode", "multimode", "stdev", "pvariance", "quantiles")
    ),
    (
        "from datetime import datetime\nfrom zoneinfo import ZoneInfo\n"
        "datetime(2026, 11, 26, 8, tzinfo=ZoneInfo('Asia/Shanghai')).isoformat()",
        "2026-11-26T08:00:00+08:00",
    ),
    *(
        (
            "from datetime import datetime, timezone\nfrom zoneinfo import ZoneInfo\n"
            f"when = datetime(2026, {when.month}, 1, 12, tzinfo=timezone.utc)\n"
            "when.astimezone(ZoneInfo('Europe/Berlin', when)).isoformat()",
            when.astimezone(ZoneInfo("Europe/Berlin")).isoformat(),
        )
        for when in (SUMMER, WINTER)
    ),
]


def ran(code: str, **options: Any) -> Any:
    return Sandbox().run(code, {}, timeout_s=10, **options).value


@pytest.mark.parametrize(("code", "value"), SAME, ids=[code.partition("\n")[2] for code, _ in SAME])
def test_it_answers_as_cpython_does(code: str, value: Any) -> None:
    assert ran(code) == value


@pytest.mark.parametrize("code", [code for code, _ in SAME])
def test_the_review_knows_it(code: str) -> None:
    assert [finding.code for finding in review(code, inputs={}, functions={})] == []


def test_a_random_id_is_one() -> None:
    assert uuid.UUID(ran("import uuid\nuuid.uuid4()")).version == 4


def test_a_zone_with_summer_time_wants_the_moment() -> None:
    with pytest.raises(SandboxError, match="Name the moment"):
        ran("from zoneinfo import ZoneInfo\nZoneInfo('Europe/Berlin')")


def test_errors_are_those_of_the_standard_library() -> None:
    code = "import statistics\ntry: statistics.mean([])\nexcept ValueError as error: found = str(error)\nfound"
    assert ran(code) == "mean requires at least one data point"


def test_a_session_keeps_what_it_has_imported() -> None:
    memory = SandboxMemory()
    ran("import html", memory=memory)
    assert ran("html.escape('<')", memory=memory) == "&lt;"


def test_granted_functions_keep_their_own_limit() -> None:
    made = []
    code = "import html\nfor _ in range(200): html.escape('a')\nfor _ in range(200):\n try: f()\n except: pass"
    with pytest.raises(SandboxError) as caught:
        ran(code, functions={"f": lambda: made.append(1)})
    assert (caught.value.kind, len(made)) == ("calls", MAX_CALLS)
