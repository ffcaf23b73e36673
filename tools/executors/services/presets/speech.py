"""Speech to text and text to speech, in the form that OpenAI's audio interface has and many services speak. Pure.

Source:
    OpenAI API reference, Audio; docs.siliconflow.cn and docs.z.ai, Audio, which have the same paths and names.
"""

from tools.core.text import Text
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import length

_MODEL = Text("Model")

SPEECH = ServicePreset(
    "speech",
    Text("Speech (OpenAI-compatible)"),
    Text("Turn speech into text and text into speech. DashScope has an interface of its own and does not work here."),
    "microphone",
    "https://api.openai.com/v1",
    (
        ServiceOperation(
            "speech_to_text",
            Text("Speech to text"),
            Text("Return the text of an audio file. Services take up to 25 MB."),
            "POST",
            "/audio/transcriptions",
            {
                "file": Argument(Text("Audio file"), "file", "field", required=True),
                "model": Argument(
                    _MODEL,
                    place="field",
                    required=True,
                    limits=length(200),
                    help=Text("Such as gpt-4o-mini-transcribe, FunAudioLLM/SenseVoiceSmall or glm-asr-2512."),
                ),
                "language": Argument(Text("Language"), place="field", help=Text("Such as en or zh.")),
                "prompt": Argument(
                    Text("Context"), place="field", limits={"maxLength": 8_000}, help=Text("Names and terms in it.")
                ),
            },
            reads=True,
            media_type="multipart/form-data",
        ),
        ServiceOperation(
            "text_to_speech",
            Text("Text to speech"),
            Text("Return a text as an audio file."),
            "POST",
            "/audio/speech",
            {
                "text": Argument(Text("Text"), place="field", name="input", required=True, limits=length(10_000)),
                "model": Argument(
                    _MODEL,
                    place="field",
                    required=True,
                    limits=length(200),
                    help=Text("Such as gpt-4o-mini-tts, FunAudioLLM/CosyVoice2-0.5B or glm-tts."),
                ),
                "voice": Argument(
                    Text("Voice"),
                    place="field",
                    required=True,
                    limits=length(200),
                    help=Text("As the service names it."),
                ),
                "format": Argument(
                    Text("Format"),
                    place="field",
                    name="response_format",
                    limits={"enum": ["mp3", "wav", "opus", "flac"]},
                ),
                "speed": Argument(
                    Text("Speed"), "number", "field", limits={"minimum": 0.25, "maximum": 4}, help=Text("1 is normal.")
                ),
            },
            reads=True,
            gives_file=True,
        ),
    ),
    providers=("openai", "siliconflow", "zhipu", "zhipu-intl", "vllm", "custom-openai"),
)
