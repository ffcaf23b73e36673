"""No code names a language: a further one is a catalogue of gettext and a folder of i18next, and nothing else."""

import ast
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, mofile, pofile

from tests.catalogue import APPS, ROOT, messages_of_code, sources
from tests.runtime import NODE, PYTHON

NAMES_ONE = re.compile(r"(?:^|[-_])zh(?:$|[-_])|[a-z]Zh(?:[A-Z]|$)|^zh[A-Z]")
PROMPT = "prompts, in a language that the model shall answer in"
WITH_A_LANGUAGE = {
    "agents/core/language.py": "the languages that prompts are written in",
    "agents/knowledge/text/context.py": PROMPT,
    "agents/loop/prompts.py": PROMPT,
    "agents/providers/offline_rules.py": "answers of the offline model, likewise",
    "agents/providers/legal_history.py": PROMPT,
    "agents/providers/text_calls.py": PROMPT,
    "agents/providers/text_protocol.py": PROMPT,
    "tools/executors/articles/save.py": "the language of an article, whatever languages the product has",
    "tools/executors/github/trending.py": "the language that a repository is described in, as GitHub calls it",
    "tools/executors/services/presets/search.py": "an example of the languages that a search engine takes",
    "tools/executors/services/presets/speech.py": "an example of the languages that people speak",
    "workflow_editor/nodes/builtin/ai.py": PROMPT,
    "workflow_editor/nodes/builtin/classifier.py": PROMPT,
    "workflow_editor/nodes/builtin/judge.py": PROMPT,
    "workflow_editor/nodes/builtin/parameter_extractor.py": PROMPT,
    "workflow_editor/nodes/file_writers/document.py": "a package of fonts, named after its language",
    "workflow_editor/nodes/file_writers/pdf.py": "the language of a document, by which it is set and read aloud",
    "workflow_editor/nodes/texts/json_answer.py": PROMPT,
}
VERBATIM = "JSON Schema"
"""A title that is the same in every language."""
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
WORD = re.compile(r"[\w-]+")

REPORT = """
import json, sys, django
django.setup()
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override
from tools.core.text import Text
from workflow_editor.nodes.registry import builtin_registry
with override("fr"):
    panel = gettext("tool calls")
types = {entry["id"]: entry for entry in builtin_registry().catalogue()}
answer = Client().get("/api/nowhere/", headers={"Accept-Language": "fr", "Host": "localhost"})
json.dump({
    "languages": settings.LANGUAGES,
    "panel": panel,
    "problem": answer.json()["title"],
    "text": Text("Enter at most {limit} characters.", limit=5).to_json(),
    "schema": types["process"]["config_schema"],
}, sys.stdout)
"""

READ_BY_THE_FRONT_END = """
import { expect, it } from "vitest";
import { formGroups } from "@/components/schema-form/form-fields";
import { changeLanguage, LANGUAGES, languageName } from "@/i18n";
import { localText } from "@/i18n/local-text";
import i18next from "i18next";
import reported from "./reported.json";

it("is offered, and its texts are shown", async () => {
  expect(LANGUAGES).toContain("fr");
  expect(languageName("fr")).toBe("Français");
  await changeLanguage("fr");
  expect(document.documentElement.lang).toBe("fr");
  expect(i18next.t("common:action.cancel")).toBe("⟦Cancel⟧");
  expect(localText(reported.text)).toBe("⟦Enter at most 5 characters.⟧");
  const fields = formGroups(reported.schema, "fr").flatMap((group) => group.fields);
  const shown = fields.map(({ schema }) => schema);
  expect(shown.length).toBeGreaterThan(5);
  const plain = shown.filter(({ title }) => !/^⟦.+⟧$/.test(title));
  expect(plain.map(({ title }) => title)).toEqual(["JSON Schema"]);
  await changeLanguage("en");
});
"""


def words_of_python(path: Path) -> Iterator[str]:
    """Yield every name and every string that is no docstring."""
    tree = ast.parse(path.read_text())
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str(text)) if id(node) not in explained:
                yield from WORD.findall(text)
            case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name) | ast.keyword(str(name)):
                yield name
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name


def words_of_javascript(path: Path) -> Iterator[str]:
    yield from WORD.findall(COMMENT.sub("", path.read_text()))


def javascript() -> list[Path]:
    found = [*(ROOT / "frontend" / "src").rglob("*.ts*"), *(ROOT / "tools" / "static").rglob("*.js")]
    return [path for path in found if not re.search(r"\.(test|catalogue)\.tsx?$|/src/test/", str(path))]


def test_no_code_names_a_language() -> None:
    scripts = javascript()
    assert len(scripts) > 400
    words = {path: words_of_python(path) for path in sources()} | {path: words_of_javascript(path) for path in scripts}
    named = {str(path.relative_to(ROOT)) for path, used in words.items() if any(map(NAMES_ONE.search, used))}
    assert named == WITH_A_LANGUAGE.keys()


@pytest.mark.parametrize("word", ["zh", "x-title-zh", "message_zh", "zh_Hans", "zh-CN", "titleZh", "zhTitle"])
def test_what_names_a_language(word: str) -> None:
    assert NAMES_ONE.search(word)


@pytest.mark.parametrize("word", ["zhipu", "Zhipu", "zhipu-intl"])
def test_what_names_none(word: str) -> None:
    assert not NAMES_ONE.search(word)


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A copy of the product with a third language: one more catalogue, one more folder of texts."""
    for name in (*APPS, "locale", "templates", "frontend/src"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.test.ts*"))
    for name in ("package.json", "tsconfig.json", "node_modules"):
        (tmp_path / "frontend" / name).symlink_to(ROOT / "frontend" / name)
    for name in ("vite.config.ts", "service-logos.ts"):
        shutil.copy(ROOT / "frontend" / name, tmp_path / "frontend")
    add_catalogue(tmp_path / "locale" / "fr" / "LC_MESSAGES")
    add_screens(tmp_path / "frontend" / "src" / "i18n")
    return tmp_path


def add_catalogue(folder: Path) -> None:
    catalogue = Catalog(locale="fr")
    for context, message in messages_of_code():
        catalogue.add(message, f"⟦{message}⟧", context=context or None)
    folder.mkdir(parents=True)
    source, compiled = BytesIO(), BytesIO()
    pofile.write_po(source, catalogue)
    mofile.write_mo(compiled, catalogue)
    (folder / "django.po").write_bytes(source.getvalue())
    (folder / "django.mo").write_bytes(compiled.getvalue())


def add_screens(folder: Path) -> None:
    (folder / "fr").mkdir()
    shutil.copy(folder / "en" / "index.ts", folder / "fr")
    for path in (folder / "en").glob("*.json"):
        texts = wrapped(json.loads(path.read_text()))
        (folder / "fr" / path.name).write_text(json.dumps(texts))
    (folder / "fr" / "language.json").write_text(json.dumps({"name": "Français", "tag": "fr"}))


def wrapped(texts: object) -> object:
    return {key: wrapped(text) for key, text in texts.items()} if isinstance(texts, dict) else f"⟦{texts}⟧"


@pytest.mark.exhaustive
def test_a_third_language_is_a_catalogue_and_a_folder(product: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production", "DATA_DIR": str(product / "data")}
    reported = output_of([PYTHON, "-c", REPORT], product, settings)
    found = json.loads(reported)
    assert ["fr", "français"] in found["languages"]
    assert found["panel"] == "⟦tool calls⟧"
    assert found["problem"] == "⟦Not found⟧"
    assert found["text"]["fr"] == "⟦Enter at most 5 characters.⟧"
    titles = [field["x-translations"]["fr"]["title"] for field in found["schema"]["properties"].values()]
    assert [title for title in titles if not title.startswith("⟦")] == [VERBATIM]

    frontend = product / "frontend"
    (frontend / "src" / "i18n" / "reported.json").write_text(reported)
    (frontend / "src" / "i18n" / "third.test.ts").write_text(READ_BY_THE_FRONT_END)
    vitest = frontend / "node_modules" / "vitest" / "vitest.mjs"
    assert "1 passed" in output_of([str(NODE), str(vitest), "run", "--no-color", "third.test.ts"], frontend, {})


def output_of(command: list[str], folder: Path, settings: dict[str, str]) -> str:
    environment = {**os.environ, **settings}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
