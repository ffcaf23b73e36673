"""What services for speech expect, in the form of OpenAI's audio interface."""

from email import message_from_bytes
from email.policy import default

from tests.doubles.http_server import Received, Reply
from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused

TALK = ("tea.mp3", b"ID3\x04\x00a talk about tea")
SOUND = Reply(200, b"ID3\x04\x00sound", {"Content-Type": "audio/mpeg"})


def is_form(request: Received) -> bool:
    """See to the fields, each once, and to the file, which has a name so that the service knows its kind."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    parts = list(message_from_bytes(head + request.body, policy=default).iter_parts())
    fields = {part.get_param("name", header="content-disposition"): part for part in parts}
    return (
        request.headers["content-type"].startswith("multipart/form-data; boundary=")
        and [*fields] == ["file", "model", "language", "prompt"]
        and fields["file"].get_filename() == TALK[0]
        and fields["file"].get_payload(decode=True) == TALK[1]
        and fields["prompt"].get_payload(decode=True) == b"prompt"
    )


SPEECH = {
    "speech": ExpectedService(
        "api.openai.com",
        refused(400, {"error": {"message": "Unsupported file format tea.mp3", "code": "unsupported_value"}}),
        "Unsupported file format",
        {
            "speech_to_text": ExpectedCall("POST /v1/audio/transcriptions", body=is_form, answer={"text": "清明茶"}),
            "text_to_speech": ExpectedCall(
                "POST /v1/audio/speech",
                body={"input": "text", "model": "model", "voice": "voice", "response_format": "mp3", "speed": 0.25},
                answer=SOUND,
            ),
        },
        file=TALK,
    ),
}
