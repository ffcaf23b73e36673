"""Passages and files answer from the recording."""

from typing import Any
from uuid import uuid4

from tests.factories.documents import text_field
from tests.factories.knowledge import indexed_base
from tests.factories.run_documents import ask, chain
from tests.workflow_editor.testing.recorded import Recorder, mismatch
from tools.adapters.file_contents import file_keep
from workflow_editor.models import RunEvent


def looking_up(prompt: str, base: str, **config: Any) -> dict[str, Any]:
    return chain(ask("writer", {"text": "Cards [1]."}, userPrompt=prompt, knowledgeBaseId=base, **config))


def test_knowledge_answers_from_the_recording(recorder: Recorder, cut_off: Any) -> None:
    base = indexed_base(recorder.user, {"looms.txt": "Punched cards steer Jacquard looms."})
    document = looking_up("What steers looms?", base.slug, ragConfig={"threshold": 0.2})
    test = recorder.record(recorder.workflow(document))
    base.delete()
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    (search,) = test.cassette["nodes"][0]["searches"]
    assert (search["question"], search["passages"][0]["document"]) == ("What steers looms?", "looms.txt")
    assert "Punched cards" in test.cassette["nodes"][0]["models"][0]["request"]["system"]
    found = recorder.replay_changed(test, looking_up("What steers boats?", base.slug)).findings
    assert (found[0]["code"], found[0]["found"]) == ("search_changed", "What steers boats?")
    found = recorder.replay_changed(test, chain(ask("writer", userPrompt="What steers looms?"))).findings
    assert found[0]["code"] == "prompt_changed"


def test_a_search_that_failed_fails_again(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(looking_up("What steers looms?", "gone")))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    (reported,) = RunEvent.objects.filter(run=result.run, type="knowledge_skipped")
    assert reported.payload["message"] == test.cassette["nodes"][0]["searches"][0]["failure"]["message"]


def test_a_question_without_words_is_no_search(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(looking_up("![a loom](https://a.example/loom.png)", "handbook")))
    cut_off()
    assert recorder.replay(test).status == "passed"


def test_files_need_not_be_there_any_more(recorder: Recorder) -> None:
    file = file_keep("loom.png", "image/png", [b"\x89PNG\r\n\x1a\n"], owner_id=recorder.user.pk, run_id=None)
    files = chain(ask("writer", userPrompt="Look", files="{{ inputs.files }}"))
    files["nodes"][0]["config"] = {"fields": [{**text_field("files"), "type": "array"}]}
    test = recorder.record(recorder.workflow(files), files=[{"file_id": str(file.pk)}])
    file.delete()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    (entry,) = test.cassette["nodes"][0]["files"]
    assert (entry["name"], entry["media_type"]) == ("loom.png", "image/png")
    test.inputs = {"files": [{"file_id": str(uuid4())}]}
    assert mismatch(recorder.replay(test))["code"] == "file_new"
