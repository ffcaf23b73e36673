"""A model API that refuses, fails or breaks off: the node says what to do, in both languages; the next run works."""

import pytest

from agents.providers import retry
from tests.doubles.stream_server import Answer, named_sse, refusal, sse, stream_server
from tests.factories.documents import greeting_document
from tests.workflow_editor.acceptance.api_user import ApiUser, chunk, message

FAULTS = [
    (400, "provider_refused", "Check the model", "请检查模型"),
    (401, "provider_auth", "Enter a valid key", "请在该模型服务的设置中填写有效的密钥"),
    (403, "provider_auth", "Check the key's permissions", "请检查密钥的权限"),
    (404, "provider_refused", "Check the model name and the base URL", "请检查模型名称和服务地址"),
    (429, "provider_rate_limited", "Wait a moment", "请稍后再试"),
    (500, "provider_unavailable", "Try again later", "请稍后再试"),
]


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat soon what passes by itself, and give up soon."""
    monkeypatch.setattr(retry, "FIRST_WAIT_S", 0.01)
    monkeypatch.setattr(retry, "LONGEST_WAIT_S", 0.05)


def reported(api_user: ApiUser, wire: str, answer: Answer) -> list[str]:
    """Return code and message in both languages of a run with a model that answers like this."""
    with stream_server(answer) as server:
        base_url = server.url if wire == "openai" else server.url.removesuffix("/v1")
        provider = api_user.provider(wire, base_url)
        english, chinese = (api_user.ask(provider, language=language) for language in ("en", "zh-CN"))
    for ran in (english, chinese):
        assert (ran.run["status"], ran.error["node_key"]) == ("failed", "writer")
        assert [event["type"] for event in ran.events[-2:]] == ["node_failed", "run_finished"]
    return [english.error["code"], english.error["message"], chinese.error["message"]]


@pytest.mark.parametrize(("status", "code", "english", "chinese"), FAULTS)
@pytest.mark.everyday_rows(4)
def test_a_refusal_gives_advice(
    api_user: ApiUser, wire: str, status: int, code: str, english: str, chinese: str
) -> None:
    body = {"type": "error", "error": {"message": "boom", "type": "some_error"}}
    found = reported(api_user, wire, refusal(status, body, retry_after="0"))
    assert found[0] == code
    assert english in found[1]
    assert chinese in found[2]
    assert api_user.run(greeting_document(), {"topic": "tea"}).run["status"] == "succeeded"


def test_a_stream_that_breaks_off_fails_the_node_and_keeps_the_text(api_user: ApiUser, wire: str) -> None:
    broken = sse(chunk({"content": "Half a"}), done=False) if wire == "openai" else named_sse(*message("Half a")[:3])
    code, english, chinese = reported(api_user, wire, broken)
    assert code == "provider_stream_broken"
    assert "Run this again" in english
    assert "请重新运行" in chinese


def test_a_web_page_instead_of_an_answer_points_to_the_address(api_user: ApiUser, wire: str) -> None:
    code, english, chinese = reported(api_user, wire, Answer([b"<html></html>"], content_type="text/html"))
    assert code == "provider_unavailable"
    assert "Check the base URL" in english
    assert "请检查服务地址" in chinese
