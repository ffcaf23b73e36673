"""Text of models: thoughts, answers, fences and JSON."""

import json

import pytest

from agents.core.model_text import AnswerStream, json_texts, read_text

TEXTS = {
    "plain": ("Hello", "", "Hello"),
    "thoughts": ("<think>secret plan</think>\n\nHello", "secret plan", "Hello"),
    "another mark": ("<Thinking>plan</Thinking> Hello", "plan", "Hello"),
    "twice": ("<think>a</think>\n<think>b</think>Hello", "a\n\nb", "Hello"),
    "no end": ("<think>plan", "plan", ""),
    "empty": ("<think>\n\n</think>\n\nHello", "", "Hello"),
    "space before": ("\n <think>a</think>Hello", "a", "Hello"),
    "inside the answer": ("Use <think> marks.", "", "Use <think> marks."),
    "almost a mark": ("<thin", "", "<thin"),
    "leading space stays": ("  Hello", "", "  Hello"),
}


@pytest.mark.parametrize(("text", "thoughts", "answer"), TEXTS.values(), ids=TEXTS.keys())
def test_thoughts_are_no_answer(text: str, thoughts: str, answer: str) -> None:
    assert read_text(text).answer == answer
    assert read_text(text).thoughts == thoughts


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("text", [text for text, _, _ in TEXTS.values()], ids=TEXTS.keys())
def test_a_stream_shows_the_beginning_of_the_answer(text: str, size: int) -> None:
    stream = AnswerStream()
    shown = "".join(stream.feed(text[at : at + size]) for at in range(0, len(text), size))
    answer = read_text(text).answer
    assert answer.startswith(shown)
    # What is held back at the end is at most the beginning of a mark, or space.
    assert answer[len(shown) :].strip() in ("", "<thin")


def test_a_lone_closing_mark_ends_the_thoughts() -> None:
    assert read_text("plan</think>\n\nHello") == ("plan", "Hello")
    assert read_text("Write `</think>` behind it.").answer == "Write `</think>` behind it."


RIGHT = '{"name": "Right"}'
ANSWERS = {
    "bare": RIGHT,
    "fence": f"```json\n{RIGHT}\n```",
    "words around a fence": f"Here:\n```json\n{RIGHT}\n```\nThat is all.",
    "draft in the thoughts": f'<think>```json\n{{"name": "Wrong"}}\n```</think>\n```json\n{RIGHT}\n```',
    "draft in the thoughts, then bare": f'<think>```json\n{{"name": "Wrong"}}\n```</think>\n{RIGHT}',
    "lone closing mark": f"so it is Right</think>{RIGHT}",
    "two fences": f'Draft:\n```json\n{{"name": "Wrong"}}\n```\nBetter:\n```json\n{RIGHT}\n```',
    "fence without end": f"```json\n{RIGHT}",
    "words around": f"Here: {RIGHT} Done.",
    "two values": f'Not {{"name": "Wrong"}} but {RIGHT}.',
    "a footnote behind it": f"{RIGHT} as in [1].",
    "apostrophes around": f"It's {RIGHT}, isn't it?",
    "braces in strings": 'So: {"name": "Right", "note": "} {"} then.',
    "open bracket before": f"Look [here: {RIGHT}",
}


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_the_json_of_an_answer_is_found(text: str) -> None:
    for candidate in json_texts(text):
        try:
            found = json.loads(candidate.strip())
        except ValueError:
            continue
        break
    assert found["name"] == "Right"
