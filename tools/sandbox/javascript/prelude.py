"""Code run before a person's code: one JavaScript function, assembled from the files in `prelude`. Pure."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "prelude"
_IN_ORDER = ("start", "bytes", "addresses", "crypto", "intl", "names", "run")


@cache
def prelude() -> str:
    """Return the source of `(host, source, request) => …`, which runs the code `source`.

    `host` is `tools.sandbox.javascript.process`; `request` is JSON with `inputs`, `functions`, `state`, `is_check` and
    `exact_integers`.
    """
    parts = [(_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in _IN_ORDER]
    return "((host, source, request) => {\n" + "".join(parts) + "})"
