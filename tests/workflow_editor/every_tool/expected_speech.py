"""Expected requests of speech services: in the form of OpenAI's audio interface, and in DashScope's own."""

import base64

from tests.doubles.http_server import Reply
from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, form, refused

TALK = ("tea.mp3", b"ID3\x04\x00a talk about tea")
SOUND = Reply(200, b"ID3\x04\x00sound", {"Content-Type": "audio/mpeg"})
GENERATION = "POST /api/v1/services/aigc/multimodal-generation/generation"
MADE = "http://results.oss.example.com/1d/made.wav"
AS_TEXT = f"data:audio/mpeg;base64,{base64.b64encode(TALK[1]).decode()}"
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
    "dashscope-speech": ExpectedService(
        "dashscope.aliyuncs.com",
        refused(400, {"code": "InvalidParameter", "message": "The audio is too long.", "request_id": "r1"}),
        "The audio is too long",
        {
            "speech_to_text": ExpectedCall(
                GENERATION,
                body={
                    "model": "model",
                    "input": {
                        "messages": [
                            {"role": "system", "content": [{"text": "prompt"}]},
                            {"role": "user", "content": [{"audio": AS_TEXT}]},
                        ]
                    },
                    "parameters": {"asr_options": {"language": "language"}},
                },
                answer={"output": {"choices": [{"message": {"content": [{"text": "清明茶"}], "role": "assistant"}}]}},
                fits_data=lambda data: bool(data == {"text": "清明茶"}),
            ),
            "text_to_speech": ExpectedCall(
                GENERATION,
                body={"model": "model", "input": {"text": "text", "voice": "voice", "language_type": "Auto"}},
                answer={"output": {"audio": {"url": MADE, "expires_at": 1_766_113_409}}},
                file=(MADE, SOUND),
            ),
        },
        file=TALK,
    ),
}
