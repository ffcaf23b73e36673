"""Speech to text and text to speech. Pure.

Source: OpenAI API reference, Audio; docs.siliconflow.cn and docs.z.ai, Audio, with the same paths and names. Alibaba
Cloud Model Studio (DashScope), "Qwen-ASR" and "Qwen-TTS", with an interface of its own.
"""

from tools.core.formats.file_types import UNKNOWN
from tools.core.text import Text
from tools.executors.openapi.file_rules import MB, FileRule
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import part_of_body

_MODEL = Text("Model")
_LANGUAGE = Argument(Text("Language"), place="field", help=Text("Such as en or zh."))
_CONTEXT = Argument(Text("Context"), place="field", limits={"maxLength": 8_000}, help=Text("Names and terms in it."))
_KEYWORDS = Text("audio, voice, transcription, whisper, tts")
_MP3_WAV = ["audio/mpeg", "audio/wav"]
# Browsers record audio in a container of films.
_FILMS = ["video/mp4", "video/webm"]
# A model of pydantic that is validated here would be built at every start.
_rule = FileRule.model_construct
_FILES = (
    _rule(
        hosts=["api.openai.com"],
        types=[*_MP3_WAV, "audio/mp4", "audio/ogg", "audio/flac", *_FILMS],
        formats="MP3, WAV, M4A, MP4, OGG, FLAC, WebM",
        max_bytes=25 * MB,
    ),
    _rule(
        hosts=["open.bigmodel.cn", "api.z.ai"],
        types=_MP3_WAV,
        formats="MP3, WAV",
        max_bytes=25 * MB,
    ),
    _rule(
        hosts=["api.siliconflow.cn", "api.siliconflow.com"],
        types=["audio/*", *_FILMS, UNKNOWN],
        formats="MP3, WAV, OGG, WebM",
        max_bytes=50 * MB,
    ),
    # Raw sound has no type that its content shows.
    _rule(types=["audio/*", "video/*", UNKNOWN], formats="MP3, WAV, M4A, OGG, FLAC, WebM"),
)
"""Source: the services' pages on transcription, autumn 2026. The service checks the duration.
"""


def _named(title: Text, help: Text) -> Argument:
    return part_of_body(title, 200, help)


SPEECH = ServicePreset(
    "speech",
    Text("Speech (OpenAI-compatible)"),
    Text("Turn speech into text and text into speech. For DashScope there is a tool of its own."),
    "microphone",
    "https://api.openai.com/v1",
    (
        ServiceOperation(
            Text("Speech to text"),
            Text(
                "Return the text of an audio file. OpenAI takes up to 25 MB, SiliconFlow 50 MB and 1 hour, "
                "Zhipu 25 MB and 30 seconds of MP3 or WAV."
            ),
            "POST /audio/transcriptions",
            {
                "file": Argument(Text("Audio file"), "file", "field", required=True, files=_FILES),
                "model": _named(
                    _MODEL, Text("Such as gpt-4o-mini-transcribe, FunAudioLLM/SenseVoiceSmall or glm-asr-2512.")
                ),
                "language": _LANGUAGE,
                "prompt": _CONTEXT,
            },
            reads=True,
            media_type="multipart/form-data",
        ),
        ServiceOperation(
            Text("Text to speech"),
            Text("Return a text as an audio file."),
            "POST /audio/speech",
            {
                "text": part_of_body(Text("Text"), 10_000, name="input"),
                "model": _named(_MODEL, Text("Such as gpt-4o-mini-tts, FunAudioLLM/CosyVoice2-0.5B or glm-tts.")),
                "voice": _named(Text("Voice"), Text("The service's name for it.")),
                "format": Argument(
                    Text("Format"),
                    place="field",
                    name="response_format",
                    limits={"enum": ["mp3", "wav", "opus", "flac", "pcm"]},
                    help=Text("Zhipu gives wav and pcm only."),
                ),
                "speed": Argument(
                    Text("Speed"), "number", "field", limits={"minimum": 0.25, "maximum": 4}, help=Text("1 is normal.")
                ),
            },
            reads=True,
            gives_file=True,
        ),
    ),
    _KEYWORDS,
    providers=("openai", "siliconflow", "zhipu", "zhipu-intl", "vllm", "custom-openai"),
)

_GENERATION = "POST /services/aigc/multimodal-generation/generation"
DASHSCOPE_SPEECH = ServicePreset(
    "dashscope-speech",
    Text("Speech (DashScope)"),
    Text("Turn speech into text and text into speech with the models of Alibaba Cloud."),
    "logo-dashscope",
    "https://dashscope.aliyuncs.com/api/v1",
    (
        ServiceOperation(
            Text("Speech to text"),
            Text("Return the text of an audio file of up to 7 MB and 5 minutes."),
            _GENERATION,
            {
                "file": Argument(
                    Text("Audio file"),
                    "file",
                    "field",
                    required=True,
                    # As a text it is a third longer, and may have 10 MB.
                    files=(
                        _rule(
                            types=["audio/*", *_FILMS, UNKNOWN],
                            formats="MP3, WAV, M4A, AAC, OGG, FLAC, AMR",
                            max_bytes=7 * MB,
                        ),
                    ),
                ),
                "model": _named(_MODEL, Text("Such as qwen3-asr-flash.")),
                "language": _LANGUAGE,
                "prompt": _CONTEXT,
            },
            reads=True,
            body={
                "model": "{model}",
                "input": {
                    "messages": [
                        {"role": "system", "content": [{"text": "{prompt}"}]},
                        {"role": "user", "content": [{"audio": "{file}"}]},
                    ]
                },
                "parameters": {"asr_options": {"language": "{language}"}},
            },
            answer={"text": "output.choices.0.message.content.0.text"},
        ),
        ServiceOperation(
            Text("Text to speech"),
            Text("Return a text as an audio file (WAV). Models such as qwen3-tts-flash take up to 600 characters."),
            _GENERATION,
            {
                "text": part_of_body(Text("Text"), 10_000),
                "model": _named(_MODEL, Text("Such as qwen3-tts-flash.")),
                "voice": _named(Text("Voice"), Text("The service's name for it, such as Cherry or Ethan.")),
                "language": Argument(
                    Text("Language"),
                    place="field",
                    limits={
                        "enum": [
                            *("Auto", "Chinese", "English", "German", "French", "Spanish", "Italian"),
                            *("Portuguese", "Japanese", "Korean", "Russian"),
                        ]
                    },
                ),
            },
            reads=True,
            body={
                "model": "{model}",
                "input": {"text": "{text}", "voice": "{voice}", "language_type": "{language}"},
            },
            file_at="output.audio.url",
        ),
    ),
    _KEYWORDS,
    providers=("dashscope", "dashscope-intl"),
    provider_path="/compatible-mode/v1",
)
