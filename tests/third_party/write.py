"""`make third-party`: writes THIRD_PARTY.md; `python -m tests.third_party.write` runs this."""

import sys
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

from tests.runtime import LOCK, ROOT
from tests.third_party.licences import LicenceError, choose
from tests.third_party.npm_packages import NpmLock
from tests.third_party.python_packages import locked

FILE = ROOT / "THIRD_PARTY.md"
FRONTEND = ROOT / "frontend"
_INTRODUCTION = """\
# Third-party software

Flowloom is licensed under [Apache-2.0](LICENSE). The packages below come with it under licences of their own, none of
which restricts that. `make third-party` writes this file from the lock files and from what packages say of themselves;
a licence that is not on the list in `tests/third_party/licences.py` is an error.

What only builds, tests or measures the product reaches no user and is not listed. `make sbom` lists everything, as
CycloneDX.

## Duties

- **LGPL**: installed unchanged as a package of its own that anybody may replace; nothing of it is copied into Flowloom.
- **MPL, EPL**: used unchanged; the note says where the source is.
- **OFL-1.1**: fonts, unchanged and under their own names, part of a larger program.
- **MIT, BSD, ISC, Apache-2.0 and the like**: notices stay with the copies. Python packages bring theirs in their
  `*.dist-info` folders, with those of compiled libraries inside (OpenSSL, libpq, OpenBLAS, libxml2 …). The notices of
  what is in the built front end are in `licenses.md` beside it (`/static/licenses.md`), which Vite writes.
- **Logos** are trademarks of their owners. They stand for nothing but the service, and imply no endorsement.
"""
_NOTES = {
    "@ant-design/icons-svg": "Copyright © Ant UED. Source: <https://github.com/ant-design/ant-design-icons>",
    "@douyinfe/semi-icons": "Copyright © DouyinFE. Source: <https://github.com/DouyinFE/semi-design>",
    "@fontsource-variable/inter": "The font Inter, copyright © The Inter Project Authors: <https://github.com/rsms/inter>",
    "@lobehub/icons-static-svg": "Copyright © LobeHub. Source: <https://github.com/lobehub/lobe-icons>",
    "certifi": "Mozilla's root certificates. Source: <https://github.com/certifi/python-certifi>",
    "dompurify": "Apache-2.0 chosen from two licences. Source: <https://github.com/cure53/DOMPurify>",
    "drf-spectacular-sidecar": "Brings Swagger UI, which is under Apache-2.0",
    "elkjs": "EPL-2.0 chosen from two licences. Source: <https://github.com/kieler/elkjs>, made from "
    "<https://github.com/eclipse-elk/elk>",
    "fido2": "Brings Mozilla's public suffix list (MPL-2.0), unchanged. Source: <https://github.com/Yubico/python-fido2>",
    "orjson": "Source: <https://github.com/ijl/orjson>",
    "psycopg": "Source: <https://github.com/psycopg/psycopg>",
    "psycopg-binary": "Source: <https://github.com/psycopg/psycopg>. Brings libpq and OpenSSL",
    "psycopg-pool": "Source: <https://github.com/psycopg/psycopg>",
    "pylopdf-fonts-zh-cn": "The font Noto Sans SC, for PDF files",
    "simple-icons": "Drawings in the public domain; the marks are not",
    "tld": "MPL-1.1 chosen from three licences (with GPL-2.0 and LGPL-2.1); trafilatura needs it. "
    "Source: <https://github.com/barseghyanartur/tld>",
}


def document() -> str:
    """Return the text of THIRD_PARTY.md.

    Raises LicenceError if a package has a licence that is unknown or not accepted.
    """
    lock = NpmLock(FRONTEND / "package-lock.json")
    parts = [
        ("Server", "Packages of `requirements.lock`, on the platforms and Pythons that they are for.", locked(LOCK)),
        ("Front end", "Packages that its source imports, and what they need.", lock.bundled(FRONTEND / "src")),
        (
            "Logos",
            "Packages from which `frontend/service-logos.ts` takes drawings of services.",
            lock.drawn(FRONTEND / "service-logos.ts"),
        ),
    ]
    sections = (f"\n## {name}\n\n{what}\n\n{_table(packages)}" for name, what, packages in parts)
    return "".join(chain([_INTRODUCTION], sections))


def _table(packages: Iterable[tuple[str, str, str]]) -> str:
    rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, version, expression in packages:
        rows[name].append((version, choose(expression, name)))
    lines = ["| package | version | licence | notes |", "| --- | --- | --- | --- |"]
    for name in sorted(rows):
        versions, licences = ([*dict.fromkeys(column)] for column in zip(*sorted(rows[name]), strict=True))
        lines.append(f"| {name} | {', '.join(versions)} | {', '.join(licences)} | {_NOTES.get(name, '')} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Write the file; end with a sentence where a licence is missing."""
    try:
        FILE.write_text(document())
    except LicenceError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
