"""Audio is looked at before it is sent: what the service would refuse does not go out."""

import json
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.errors import FileTooLargeError, FileTypeError, ToolArgumentsError
from tools.core.registered.files import FileContent, StoredFile
from tools.core.text import LANGUAGES
from tools.core.tool_id import ToolId
from tools.executors.openapi.file_rules import MB, FileRule, refuse_unfit
from tools.executors.services.presets.speech import DASHSCOPE_SPEECH, SPEECH

OPENAI, SILICONFLOW = "https://api.openai.com/v1", "https://api.siliconflow.cn/v1"
ZHIPU, ZAI, OWN = "https://open.bigmodel.cn/api/paas/v4", "https://api.z.ai/api/paas/v4", "http://speech.lan:8000/v1"
RULES = SPEECH.operations[0].arguments["file"].files

ROWS: list[tuple[str, str, float, type[ToolArgumentsError] | None]] = [
    (OPENAI, "audio/mpeg", 25, None),
    (OPENAI, "video/webm", 1, None),
    (OPENAI, "audio/mpeg", 25.01, FileTooLargeError),
    (OPENAI, "audio/aac", 1, FileTypeError),
    (OPENAI, "text/plain", 1, FileTypeError),
    (SILICONFLOW, "audio/mpeg", 50, None),
    (SILICONFLOW, "audio/aac", 26, None),
    (SILICONFLOW, "audio/wav", 50.01, FileTooLargeError),
    (SILICONFLOW, "application/pdf", 1, FileTypeError),
    (ZHIPU, "audio/wav", 25, None),
    (ZHIPU, "audio/ogg", 1, FileTypeError),
    (ZAI, "audio/mpeg", 26, FileTooLargeError),
    (OWN, "audio/flac", 900, None),
    (OWN, "application/octet-stream", 1, None),
    (OWN, "image/png", 1, FileTypeError),
]


@pytest.mark.parametrize(("url", "kind", "megabytes", "refused"), ROWS)
def test_each_service_has_its_own_limit(
    url: str, kind: str, megabytes: float, refused: type[ToolArgumentsError] | None
) -> None:
    file = StoredFile("f1", "talk", kind, round(megabytes * MB))
    if refused is None:
        refuse_unfit(RULES, url, file)
        return
    with pytest.raises(refused) as caught:
        refuse_unfit(RULES, url, file)
    for language in LANGUAGES:
        sentence = caught.value.text.in_language(language)
        assert "talk" in sentence
        assert "{" not in sentence
    assert len({caught.value.text.in_language(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_whole_refusal() -> None:
    with pytest.raises(FileTooLargeError) as size:
        refuse_unfit(RULES, OPENAI, StoredFile("f1", "talk.mp3", "audio/mpeg", 25 * MB + 1))
    assert "it has 25.1 MB, and api.openai.com takes up to 25 MB" in size.value.text.en
    assert (size.value.code, size.value.details) == ("file_too_large", {"max_bytes": 25 * MB})
    with pytest.raises(FileTypeError) as kind:
        refuse_unfit(RULES, ZHIPU, StoredFile("f1", "talk.ogg", "audio/ogg", 1))
    assert "open.bigmodel.cn takes MP3, WAV, and this file is audio/ogg" in kind.value.text.en
    assert (kind.value.code, kind.value.details["type"]) == ("file_type_refused", "audio/ogg")


def test_a_file_without_rules_goes_anywhere() -> None:
    refuse_unfit([], OPENAI, StoredFile("f1", "talk", "text/plain", 900 * MB))
    refuse_unfit([FileRule(hosts=["other.example"], max_bytes=1)], OPENAI, StoredFile("f1", "talk", "text/plain", 2))


def transcribed(bench: Bench, server: LoopbackServer, file: StoredFile, content: bytes, **config: Any) -> Any:
    bench.files.kept[file.address] = FileContent(file.name, file.content_type, content)
    bench.tools.add("s", "speech", {"url": server.url, "secret": "planted", **config})
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:s")),), ALICE)
    [name] = [one.function.name for one in toolbox.tools() if one.function.name.endswith("speech_to_text")]
    arguments = {"file": file.to_json(), "model": "whisper"}
    return toolbox.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())


@pytest.mark.parametrize(("kind", "sent"), [("audio/mpeg", True), ("text/plain", False)])
def test_a_call_sends_nothing_that_is_no_audio(kind: str, sent: bool) -> None:
    def answer(request: Received) -> Reply:
        return Reply.of_json({"text": "茶"})

    file = StoredFile("6f3d1a52-0c0e-4f0e-9d5e-0d8f1b7a2c11", "talk", kind, 3)
    with serving(answer) as server:
        result = transcribed(loopback_bench(), server, file, b"tea")
    assert (result.success, len(server.received)) == (sent, int(sent))
    if not sent:
        assert result.code == 1002
        assert "this file is text/plain" in result.message


@pytest.mark.parametrize(
    ("provider", "place"),
    [
        ("https://dashscope.aliyuncs.com/compatible-mode/v1", "https://dashscope.aliyuncs.com/api/v1"),
        ("https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "https://dashscope-intl.aliyuncs.com/api/v1"),
        ("https://gateway.example.com/api/v1", "https://gateway.example.com/api/v1"),
    ],
)
def test_a_provider_has_another_path_for_speech(provider: str, place: str) -> None:
    assert DASHSCOPE_SPEECH.at_provider(provider) == place
    assert SPEECH.at_provider(provider) == provider


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"output": {"audio": {"url": "{place}/made.wav"}}}, None),
        ({"output": {"audio": {"url": "{place}/gone.wav"}}}, "“gone.wav” could not be fetched"),
        ({"output": {"audio": {"url": "file:///etc/passwd"}}}, "http"),
        ({"output": {"audio": {"url": "http://169.254.169.254/latest"}}}, "private or reserved"),
        ({"output": {"audio": {"url": ""}}}, "did not answer with a file"),
        ({"output": {"audio": ["sound"]}}, "did not answer with a file"),
        ({"output": None}, "did not answer with a file"),
    ],
)
def test_speech_is_fetched_from_the_address_in_the_answer(answer: dict[str, Any], words: str | None) -> None:
    def respond(request: Received) -> Reply:
        if request.method == "POST":
            return Reply.of_json(json.loads(json.dumps(answer).replace("{place}", files.url)))
        return Reply(200, b"RIFF", {"Content-Type": "audio/wav"}) if request.path == "/made.wav" else Reply(404)

    with serving(respond) as files, serving(respond) as server:
        bench = loopback_bench()
        bench.tools.add("s", "dashscope-speech", {"url": server.url, "secret": "planted"})
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:s")),), ALICE)
        [name] = [one.function.name for one in toolbox.tools() if one.function.name.endswith("text_to_speech")]
        arguments = {"text": "tea", "model": "m", "voice": "Cherry"}
        result = toolbox.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())
    assert "planted" not in repr([request.headers for request in files.received])
    if words:
        assert not result.success
        assert words in result.message
    else:
        assert result.data["name"] == "made.wav"
        assert [file.content for file in bench.files.kept.values()] == [b"RIFF"]
