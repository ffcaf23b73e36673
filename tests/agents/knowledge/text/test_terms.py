"""Words as the lexical search knows them."""

from agents.knowledge.text.terms import coverage, query_terms, stored_terms


def test_words_lose_case_width_and_plural() -> None:
    assert (
        stored_terms("Looms, shuttles AND ｆａｃｔｏｒｉｅｓ; glass status") == "loom shuttle and factory glass status"
    )


def test_chinese_becomes_pairs_of_characters() -> None:
    assert stored_terms("北京故宫 1420年") == "北京 京故 故宫 1420 年"


def test_a_question_keeps_meaningful_words() -> None:
    assert query_terms("What is the width of the looms?") == ["width", "loom"]
    assert query_terms("故宫是什么？") == ["故宫", "宫是"]


def test_a_question_of_nothing_but_small_words_keeps_them() -> None:
    assert query_terms("to be or not to be") == ["to", "be", "or", "not"]
    assert query_terms("?!") == []


def test_coverage_is_the_part_of_the_question_that_is_there() -> None:
    assert coverage(["width", "loom"], "loom wood widthless") == 0.5
    assert coverage([], "loom") == 0.0
