"""Skills come in as a zip of a folder or as a SKILL.md; what does not keep the format is refused with a reason."""

import io
import stat
import zipfile

import pytest

from tools.executors.claude_skill.archive import MAX_ARCHIVE_BYTES, read_archive
from tools.executors.claude_skill.skill import MAX_FILES
from tools.executors.claude_skill.skill_md import SkillFormError, read_skill_md

ENTRY = (
    "---\nname: meeting-notes\ndescription: Turns talk into notes. Use for transcripts.\n---\n# Steps\nRead first.\n"
)


def zipped(*members: tuple[str, bytes | str], link: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in members:
            archive.writestr(path, content)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
    return buffer.getvalue()


def test_a_skill_md_alone_is_a_skill() -> None:
    skill = read_archive(ENTRY.encode())
    assert skill == {
        "id": "meeting-notes",
        "name": "meeting-notes",
        "description": "Turns talk into notes. Use for transcripts.",
        "systemPrompt": "# Steps\nRead first.",
    }


def test_optional_members_are_kept() -> None:
    front = "---\nname: a1\ndescription: D.\nlicense: MIT\ncompatibility: any\nmetadata:\n  version: 2\n---\nBody"
    skill = read_skill_md(front)
    assert (skill["license"], skill["compatibility"], skill["metadata"]) == ("MIT", "any", {"version": "2"})


@pytest.mark.parametrize("root", ["", "meeting-notes/"])
def test_a_folder_brings_its_texts_and_leaves_pictures_out(root: str) -> None:
    archive = zipped(
        (f"{root}SKILL.md", ENTRY),
        (f"{root}references/tone.md", "Be brief."),
        (f"{root}scripts/run.py", "print(1)"),
        (f"{root}assets/logo.png", b"\x89PNG\xff"),
        ("__MACOSX/meeting-notes/._SKILL.md", b"\xff"),
    )
    assert read_archive(archive)["files"] == {"references/tone.md": "Be brief.", "scripts/run.py": "print(1)"}


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("no front matter", "start with a block"),
        ("---\nname: [\n---\nBody", "not valid YAML"),
        ("---\n- a\n---\nBody", "start with a block"),
        ("---\ndescription: D.\n---\nBody", "“name” must be"),
        ("---\nname: Has Space\ndescription: D.\n---\nBody", "“name” must be"),
        ("---\nname: double--hyphen\ndescription: D.\n---\nBody", "“name” must be"),
        (f"---\nname: {'a' * 65}\ndescription: D.\n---\nBody", "“name” must be"),
        ("---\nname: a\n---\nBody", "“description” must explain"),
        (f"---\nname: a\ndescription: {'d' * 1025}\n---\nBody", "“description” must explain"),
        ("---\nname: a\ndescription: D.\nmodel: x\n---\nBody", "does not support “model”"),
        ("---\nname: a\ndescription: D.\n---\n \n", "no instructions"),
    ],
)
def test_what_does_not_keep_the_format_is_refused(text: str, quoted: str) -> None:
    with pytest.raises(SkillFormError, match=quoted) as caught:
        read_skill_md(text)
    assert caught.value.text.in_language("zh") != caught.value.text.en


ARCHIVES = {
    "no SKILL.md": (zipped(("a/readme.md", "x")), "one folder with a SKILL.md"),
    "two skills": (zipped(("a/SKILL.md", ENTRY), ("b/SKILL.md", ENTRY)), "one folder with a SKILL.md"),
    "files beside the folder": (
        zipped(("meeting-notes/SKILL.md", ENTRY), ("other.md", "x")),
        "one folder with a SKILL.md",
    ),
    "another folder's name": (zipped(("notes/SKILL.md", ENTRY)), "must be named like the skill"),
    "a path upwards": (zipped(("SKILL.md", ENTRY), ("../evil.md", "x")), "outside its folder"),
    "an absolute path": (zipped(("SKILL.md", ENTRY), ("/etc/evil", "x")), "outside its folder"),
    "a path of Windows": (zipped(("SKILL.md", ENTRY), ("..\\evil.md", "x")), "outside its folder"),
    "a link": (zipped(("SKILL.md", ENTRY), link="passwd"), "outside its folder"),
    "too many files": (zipped(("SKILL.md", ENTRY), *((f"f{n}", "x") for n in range(MAX_FILES + 1))), "at most"),
    "too large": (b"x" * (MAX_ARCHIVE_BYTES + 1), "at most"),
    "a damaged zip": (zipped(("SKILL.md", ENTRY)).replace(b"Steps", b"Steqs"), "neither a zip"),
    "a picture": (b"\x89PNG\xff\xfe", "neither a zip"),
}


@pytest.mark.parametrize(("content", "quoted"), ARCHIVES.values(), ids=ARCHIVES.keys())
def test_archives_that_are_no_skills_are_refused(content: bytes, quoted: str) -> None:
    with pytest.raises(SkillFormError, match=quoted):
        read_archive(content)


def test_a_small_zip_of_a_huge_text_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("SKILL.md", ENTRY)
        archive.writestr("huge.md", "x" * 50_000_000)
    assert len(buffer.getvalue()) < MAX_ARCHIVE_BYTES
    with pytest.raises(SkillFormError, match="at most"):
        read_archive(buffer.getvalue())
