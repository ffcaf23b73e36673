"""Names of folders and tags: what is stored of what people write, and what is refused."""

import pytest

from workflow_editor.errors import InvalidInputError
from workflow_editor.services.library import MAX_LEVELS, MAX_TAGS, folder_path, tag_names


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("", ""),
        (" / ", ""),
        ("Sales", "Sales"),
        ("/Sales/", "Sales"),
        ("  Sales /\tLeads  of\nMay ", "Sales/Leads of May"),
        ("Sales//Leads", "Sales/Leads"),
        ("销售/线索", "销售/线索"),
        ("a/b/c/d/e", "a/b/c/d/e"),
        ("x" * 120, "x" * 120),
    ],
)
def test_a_folder_is_stored_as_names_with_slashes_between(written: str, stored: str) -> None:
    assert folder_path(written) == stored


@pytest.mark.parametrize(
    ("written", "code"),
    [("/".join("f" * (MAX_LEVELS + 1)), "too_deep"), ("x" * 121, "too_long"), ("x" * 60 + "/" + "y" * 60, "too_long")],
)
def test_a_folder_is_neither_deep_nor_long(written: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        folder_path(written)
    assert [(one["pointer"], one["code"]) for one in caught.value.details["errors"]] == [("/folder", code)]


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ([], []),
        (["  Mail "], ["Mail"]),
        (["Mail", "MAIL", "mail"], ["Mail"]),
        (["Straße", "STRASSE"], ["Straße"]),
        (["two  words"], ["two words"]),
        (["x" * 40], ["x" * 40]),
        ([str(n) for n in range(MAX_TAGS)] * 2, [str(n) for n in range(MAX_TAGS)]),
    ],
)
def test_tags_are_trimmed_and_each_is_there_once(written: list[str], stored: list[str]) -> None:
    assert list(tag_names(written).values()) == stored


@pytest.mark.parametrize(
    ("written", "pointer", "code"),
    [
        (["ok", " "], "/tags/1", "blank"),
        (["x" * 41], "/tags/0", "too_long"),
        ([str(n) for n in range(MAX_TAGS + 1)], "/tags", "too_many"),
    ],
)
def test_tags_that_do_not_fit_are_refused_at_their_place(written: list[str], pointer: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        tag_names(written)
    assert [(one["pointer"], one["code"]) for one in caught.value.details["errors"]] == [(pointer, code)]
