"""`make audit` finds what a database knows, and says when it cannot ask one."""

import json
from collections.abc import Iterator

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.third_party import audit


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Replaces the database."""
    with serving(lambda _: Reply(status=503)) as server:
        yield server


def test_every_package_that_reaches_users_is_asked_for() -> None:
    asked = audit.packages()
    assert len([1 for ecosystem, *_ in asked if ecosystem == "PyPI"]) > 100
    assert len([1 for ecosystem, *_ in asked if ecosystem == "npm"]) > 50
    assert "fido2" in {name for _, name, _ in asked}


def test_a_known_vulnerability_ends_it_with_one(
    web: LoopbackServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(request: Received) -> Reply:
        queries = json.loads(request.body)["queries"]
        django = {"ecosystem": "PyPI", "name": "django"}
        results = [{"vulns": [{"id": "PYSEC-1"}]} if query["package"] == django else {} for query in queries]
        return Reply.of_json({"results": results})

    web.answer = answer
    monkeypatch.setenv("OSV_URL", web.url)
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == 1
    assert "PYSEC-1" in capsys.readouterr().out


@pytest.mark.parametrize("database", ["http://127.0.0.1:9", "status"])
def test_without_a_database_a_sentence_stands_in(
    web: LoopbackServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str
) -> None:
    monkeypatch.setenv("OSV_URL", web.url if database == "status" else database)
    audit.main()
    assert "not checked, since" in capsys.readouterr().out
