"""What services for speech expect, in the form of OpenAI's audio interface."""

from tests.doubles.http_server import Reply
from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, form, refused

TALK = ("tea.mp3", b"ID3\x04\x00a talk about tea")
SOUND = Reply(200, b"ID3\x04\x00sound", {"Content-Type": "audio/mpeg"})


FORM = {"file": TALK[1], "model": b"model", "language": b"language", "prompt": b"prompt"}


SPEECH = {
    "speech": ExpectedService(
        "api.openai.com",
        refused(400, {"error": {"message": "Unsupported file format tea.mp3", "code": "unsupported_value"}}),
        "Unsupported file format",
        {
            "speech_to_text": ExpectedCall("POST /v1/audio/transcriptions", body=form(FORM), answer={"text": "清明茶"}),
            "text_to_speech": ExpectedCall(
                "POST /v1/audio/speech",
                body={"input": "text", "model": "model", "voice": "voice", "response_format": "mp3", "speed": 0.25},
                answer=SOUND,
            ),
        },
        file=TALK,
    ),
}
