"""Documents of the bench: the commit, the machine, the figures of each part, the targets."""

import os
import platform
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from tests.bench.programs import BenchError
from tests.bench.size import Size
from tests.bench.targets import against_targets

Document = dict[str, Any]
Part = Callable[[], dict[str, Any]]


def measured(parts: Mapping[str, Part], size: Size, checkout: Path) -> Document:
    """Measure one part after the other; a part that fails is named in `failed` and stops no other.

    Args:
        checkout: folder of the product that is measured.
    """
    before: Document = {
        "commit": commit_of(checkout),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "size": size.name,
    }
    figures: dict[str, Any] = {}
    failed: dict[str, str] = {}
    for name, part in parts.items():
        began = monotonic()
        try:
            figures[name] = part()
        except BenchError as error:
            failed[name] = str(error)
        except Exception as error:
            traceback.print_exc()
            failed[name] = f"{type(error).__name__}: {error}"
        sys.stderr.write(f"{name}: {'failed' if name in failed else 'measured'}, {monotonic() - began:.1f} s\n")
    return before | {"figures": figures, "targets": against_targets(figures), "failed": failed}


def commit_of(checkout: Path) -> dict[str, Any]:
    """Return the hash, and whether the folder holds exactly this commit; outside of a repository there is no hash."""

    def git(*arguments: str) -> str | None:
        command = ["git", "-C", str(checkout), *arguments]
        try:
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        except (FileNotFoundError, subprocess.CalledProcessError):
            return None

    return {"hash": git("rev-parse", "HEAD"), "is_clean": git("status", "--porcelain") == ""}


def machine() -> dict[str, Any]:
    """Describe the machine; a load above 0 says that it was not quiet."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "kernel": f"{platform.system()} {platform.release()}",
        "load_before": round(os.getloadavg()[0], 2),
    }
