"""The messages of the code and the catalogues that translate them. `make messages` runs this file.

Messages of Django and django-unfold that the panel words or translates itself are in the catalogues too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType

import django
import unfold
from babel.messages import Catalog, mofile, pofile
from django.utils.translation.template import templatize

ROOT = Path(__file__).parent.parent
LANGUAGES = sorted(path.name for path in (ROOT / "locale").iterdir())
APPS = ("tools", "agents", "workflow_editor")
_TEMPLATE_TEXT = re.compile(r"""\b(?:_|n?gettext)\(u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_GETTEXT = {"_", "gettext", "gettext_lazy", "gettext_noop"}
_UNTIMED = datetime(2026, 1, 1, tzinfo=UTC)
_HEADER = """\
# `make messages` adds new messages, drops unused ones and compiles.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

Key = tuple[str, str]
"""Context, message; of a message with a plural the singular."""


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders or APPS for path in sorted((ROOT / folder).rglob("*.py"))]


def read(language: str) -> Catalog:
    return pofile.read_po(BytesIO(source_file(language).read_bytes()), locale=language)


def entries(catalogue: Catalog) -> dict[Key, tuple[str, ...]]:
    """Return the forms of each message."""
    return {
        (message.context or "", _forms(message.id)[0]): _forms(message.string) for message in catalogue if message.id
    }


def _forms(words: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (words or "",) if isinstance(words, str | None) else tuple(words)


def message_calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str, list[ast.expr]]]:
    """Yield the calls that take messages, the context, and the arguments that are messages."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Name("Text"), [message]:
                yield node, "", [message]
            case ast.Attribute(ast.Name("Text"), "in_context"), [ast.Constant(str(context)), message]:
                yield node, context, [message]
            case ast.Name("ui" | "form_field"), [*messages]:
                yield node, "", [one for one in messages if isinstance(one, ast.Constant | ast.JoinedStr | ast.BinOp)]
            case ast.Name(name), [message] if name in _GETTEXT:
                yield node, "", [message]
            case ast.Name("ngettext" | "ngettext_lazy"), [message, _, _]:
                yield node, "", [message]
            case ast.Name("pgettext" | "pgettext_lazy"), [ast.Constant(str(context)), message]:
                yield node, context, [message]


@cache
def messages_of_code() -> frozenset[Key]:
    found: set[Key] = set()
    for path in sources():
        for _, context, arguments in message_calls(ast.parse(path.read_text())):
            found |= {(context, message) for message in map(_literal, arguments) if message}
    for path in sorted((ROOT / "templates").rglob("*.html")):
        found |= {("", message) for message in _of_template(path)}
    return frozenset(found)


@cache
def messages_of_libraries() -> frozenset[str]:
    """Return what the panel may word otherwise: Django's messages and the texts of django-unfold."""
    found: set[str] = set()
    for path in _folder_of(django).rglob("locale/en/LC_MESSAGES/django.po"):
        found |= {message for _, message in entries(pofile.read_po(BytesIO(path.read_bytes())))}
    for path in _folder_of(unfold).rglob("*.html"):
        found |= _of_template(path)
    for path in _folder_of(unfold).rglob("*.py"):
        found |= {_literal(one) for one in ast.walk(ast.parse(path.read_text()))}
    return frozenset(found)


def _literal(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _folder_of(package: ModuleType) -> Path:
    return Path(package.__path__[0])


def _of_template(path: Path) -> set[str]:
    return {ast.literal_eval(text) for text in _TEMPLATE_TEXT.findall(templatize(path.read_text()))}


def compiled(catalogue: Catalog) -> bytes:
    catalogue.creation_date = catalogue.revision_date = _UNTIMED
    file = BytesIO()
    mofile.write_mo(file, catalogue)
    return file.getvalue()


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue in the order of its messages, and compile it."""
    file = BytesIO()
    pofile.write_po(file, catalogue, width=120, sort_output=True, omit_header=True, ignore_obsolete=True)
    path = source_file(language)
    path.write_text(_HEADER.format(language=language, plural=catalogue.plural_forms) + file.getvalue().decode())
    path.with_suffix(".mo").write_bytes(compiled(read(language)))


def source_file(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def update(language: str) -> list[Key]:
    """Add the code's new messages without a form, drop unused ones, compile; return what waits for a form."""
    catalogue, used, libraries = read(language), messages_of_code(), messages_of_libraries()
    for context, message in [key for key in entries(catalogue) if key not in used and key[1] not in libraries]:
        catalogue.delete(message, context or None)
    # English is the code's own language: its catalogue only rewords libraries.
    for context, message in used - set(entries(catalogue)) if language != "en" else ():
        catalogue.add(message, "", context=context or None)
    write(language, catalogue)
    return [key for key, forms in entries(catalogue).items() if not all(forms)]


if __name__ == "__main__":
    for one in LANGUAGES:
        for _, waiting in update(one):
            sys.stdout.write(f"{one}: no form of {waiting!r}\n")
