"""About how long a text is for a model."""

from agents.core.tokens import estimated_tokens


def test_chinese_counts_a_token_for_each_character() -> None:
    assert estimated_tokens("织机") == 2
    assert estimated_tokens("loom") == 1
    assert estimated_tokens("looms") == 2


def test_other_scripts_of_wide_characters_count_like_chinese() -> None:
    assert estimated_tokens("はたおり") == 4
    assert estimated_tokens("베틀 loom") == 4
    assert estimated_tokens("") == 0
