"""In `make dev` Vite passes on every address that is not a page of the front end."""

import re

from django.urls import URLPattern

from tests.runtime import ROOT
from workflow_editor import urls

_NAMES = re.compile(r"\(\?:([\w|\\.]+)\)")


def test_vite_passes_on_what_is_not_a_page() -> None:
    page = urls.urlpatterns[-1]
    assert isinstance(page, URLPattern)
    not_pages = _NAMES.search(str(page.pattern))
    proxy = (ROOT / "frontend" / "vite.config.ts").read_text().partition("proxy: {")[2]
    passed_on = _NAMES.search(proxy)

    assert not_pages
    assert passed_on
    assert '"/ws/"' in proxy
    # The icon is a file of the page that the server makes; of the API all addresses are the server's, unknown ones too.
    expected = {*not_pages[1].split("|"), "api"} - {"ws", r"favicon\.ico"}
    assert set(passed_on[1].split("|")) == expected
