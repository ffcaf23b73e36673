"""The panel in a language that nobody speaks: a text that is shown without ⟦brackets⟧ escaped translation."""

import re
from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real

from agents.models import ModelProfile, ModelProvider
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from tests.tools.conftest import WEBHOOK, ToolMaker
from tools.core import text as texts
from tools.models import Article, ToolPolicy
from workflow_editor.services.account_links import setup_link_create

NAME = "名字"
"""User texts are Chinese here, so that each Latin word is one of ours."""

NOT_READ = {"script", "style", "code", "pre", "kbd", "svg", "textarea", "template"}
READ_ALOUD = {"title", "placeholder", "aria-label", "alt"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[A-Za-z]{2}")
THE_SAME_EVERYWHERE = re.compile(
    r"""
      \b(?: Flowloom | UTC | JSON | CSV | HTTP | API | URL | ID | MCP | OpenAI | ms | English | en | zh-hans )\b
    | \b(?: [Aa]lice | [Aa]dmin | [Ss]tart | [Gg]reet | [Ee]nd | fetch | ask | ok )\b   # what the rows below hold
    | \b(?: Airtable | Brave | Discord | Excel | Gmail | Jira | Notion | OneDrive | Outlook | SearXNG | Slack )\b
    | \b(?: Tavily | Telegram | WordPress | Google\ (?:Calendar|Drive|Sheets) )\b    # names of services
    | \b(?: airtable | discord | excel | gmail | jira | notion | onedrive | outlook | searxng | slack )\b
    | \b(?: telegram | wordpress )\b                                                # and their keys
    | \b(?: custom | openai | openapi | speech | template | xiaohongshu | webhookUrl )\b      # keys of what is stored
    | [0-9a-f]{8}(?:-[0-9a-f]+){4} | \b[a-z]+(?:-[a-z]+)+\b | \S*[_:/@.*]\S*
    """,
    re.VERBOSE,
)


class PseudoTranslation(trans_real.DjangoTranslation):
    """Puts every message into brackets: ours, Django's and those of the theme."""

    def gettext(self, message: str) -> str:
        words = message.rpartition("\x04")[2]
        return f"⟦{words}⟧" if words.strip() else words

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    translation = PseudoTranslation("en")
    monkeypatch.setitem(vars(trans_real)["_translations"], "en", translation)
    monkeypatch.setattr(trans_real, "_default", translation)
    monkeypatch.setattr(texts, "_translated", lambda message, context, code: f"⟦{message}⟧")


@pytest.fixture
def rows(panel: Client, alice: User, make_tool: ToolMaker) -> None:
    """One row of most things that the panel lists."""
    make_tool(name=NAME, type="notification-feishu", config={"webhookUrl": WEBHOOK})
    setup_link_create()
    Article.objects.create(owner=User.objects.get(is_superuser=True), title=NAME, body=NAME)
    workflow = workflow_create(alice, name=NAME)
    node_run_create(run_create(workflow, status="failed", error={"code": "x", "message": NAME}), "ask", status="failed")
    role = Group.objects.create(name=NAME)
    ToolPolicy.objects.create(role=role, tool_pattern="http_request", effect="deny", note=NAME)
    ModelProvider.objects.create(name=NAME, preset="openai", base_url="https://api.example.com/v1")
    ModelProfile.objects.create(model_pattern="tiny-*", capabilities={})


class Reader(HTMLParser):
    """Collects the texts of a page that a person reads or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        is_the_same = given.get("translate") == "no" or "material-symbols" in given.get("class", "")
        self.texts += [text for name, text in given.items() if name in READ_ALOUD]
        if tag == "input" and given.get("type") == "submit":
            self.texts.append(given.get("value", ""))
        if tag not in VOID:
            self._open.append((tag, is_the_same or tag in NOT_READ))

    def handle_endtag(self, tag: str) -> None:
        # Some elements end without a tag of their own.
        while tag in dict(self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(is_hidden for _, is_hidden in self._open):
            self.texts.append(data)


def escapes(page: str) -> list[str]:
    """Return the texts that did not come through translation."""
    reader = Reader()
    reader.feed(page)
    found = set()
    for text in reader.texts:
        rest, count = BRACKETS.subn("", text)
        while count:
            rest, count = BRACKETS.subn("", rest)
        if WORD.search(THE_SAME_EVERYWHERE.sub("", rest)):
            found.add(" ".join(text.split()))
    return sorted(found)


def addresses() -> list[str]:
    """Return the pages of the panel: its first one, each list, each form of a new row and of the first stored one."""
    admin.autodiscover()
    found = ["/admin/"]
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found += [reverse(f"{name}_{page}") for page in ("changelist", "add")]
        for row in model._default_manager.all()[:1]:
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history", "delete")]
    return found


@pytest.mark.usefixtures("pseudo", "rows")
def test_no_text_of_the_panel_escapes_translation(panel: Client) -> None:
    answers = {address: panel.get(address) for address in addresses()}
    # What nobody may add, change or delete answers so.
    assert {answer.status_code for answer in answers.values()} == {200, 403}
    pages = {address: answer.content.decode() for address, answer in answers.items() if answer.status_code == 200}
    assert len(pages) > 40
    assert {address: found for address, page in pages.items() if (found := escapes(page))} == {}


def test_a_text_outside_of_translation_is_found() -> None:
    page = "<main title='⟦Role⟧'><b>⟦Add ⟦rule⟧⟧</b> 名字 <p>Save ⟦now⟧</p><code>x = abs(y)</code></main>"
    assert escapes(page) == ["Save ⟦now⟧"]
