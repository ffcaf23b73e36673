"""Chunk borders of a text."""

from itertools import pairwise

import pytest

from agents.knowledge.parsers.content import DocumentText, Mark
from agents.knowledge.text.chunking import Chunk, chunks_of

SENTENCE = "The warp is tied to the beam before the weft is thrown. "
CHINESE = "经线固定在织机上，纬线来回穿梭。"


def cut(text: str, size: int = 1000, overlap: int = 200) -> list[Chunk]:
    return list(chunks_of(DocumentText(text), size=size, overlap=overlap))


@pytest.mark.parametrize("text", [SENTENCE * 200, CHINESE * 300, "x" * 5000, "word " * 900, "a\n\n" * 2000])
@pytest.mark.parametrize(("size", "overlap"), [(1000, 200), (100, 0), (333, 166)])
def test_every_character_is_in_a_piece_that_is_not_too_long(text: str, size: int, overlap: int) -> None:
    chunks = cut(text, size, overlap)
    covered = set[int]()
    for position, chunk in enumerate(chunks):
        assert chunk.index == position
        assert text[chunk.start : chunk.end] == chunk.text
        assert 0 < len(chunk.text) <= size
        covered.update(range(chunk.start, chunk.end))
    assert all(character.isspace() for place, character in enumerate(text) if place not in covered)


def test_neighbours_share_about_the_overlap_and_begin_with_whole_sentences() -> None:
    chunks = cut(SENTENCE * 100)
    assert all(chunk.text.startswith("The warp") and chunk.text.endswith("thrown.") for chunk in chunks)
    shared = [before.end - after.start for before, after in pairwise(chunks)]
    assert all(100 <= count <= 200 for count in shared)


def test_chinese_is_cut_after_its_own_full_stops() -> None:
    assert all(chunk.text.endswith("。") for chunk in cut(CHINESE * 200))


def test_a_heading_starts_a_piece() -> None:
    text = f"# One\n{SENTENCE * 12}\n# Two\n{SENTENCE * 12}"
    assert cut(text)[1].text.startswith("# Two") or "# Two" not in cut(text)[0].text


def test_a_short_text_is_one_piece_and_nothing_is_none() -> None:
    assert [(chunk.start, chunk.end, chunk.text) for chunk in cut("  warp \n")] == [(2, 6, "warp")]
    assert cut(" \n ") == []


def test_a_piece_knows_its_page_or_sheet() -> None:
    document = DocumentText(f"{'a' * 900}\n\n{'b' * 900}", (Mark(0, page=1), Mark(902, page=2)))
    assert [chunk.metadata for chunk in chunks_of(document)] == [{"page": 1}, {"page": 2}]
    sheet = DocumentText("a", (Mark(0, sheet="Prices"),))
    assert [chunk.metadata for chunk in chunks_of(sheet)] == [{"sheet": "Prices"}]
