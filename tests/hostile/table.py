"""The table of hostile inputs: `python -m tests.hostile.table [part of a name]`.

Prints for each row its name, its limit, the processor time at a sixteenth of it and at all of it, and their ratio
("-" where it is too short to compare). What takes a second or more is marked, too, though no test fails for it.
"""

import os
import sys
from collections.abc import Iterator

import django

from tests.hostile.measuring import Row, measured

SLOW_S = 1.0


def lines(rows: list[Row]) -> Iterator[str]:
    """Measure the rows, one line each."""
    yield f"{'reader: text':60} {'limit':>10} {'n: ms':>9} {'16n: ms':>9} {'ratio':>6}"
    for row in rows:
        found = measured(row)
        ratio = "-" if found.ratio is None else f"{found.ratio:.1f}"
        verdict = "  NOT LINEAR" if not found.is_good else "  SLOW" if found.whole_s >= SLOW_S else ""
        part, whole = found.part_s * 1000, found.whole_s * 1000
        yield f"{row.name:60} {row.limit:>10,} {part:>9.2f} {whole:>9.2f} {ratio:>6}{verdict}"


def main(wanted: str = "") -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "workflow_editor.settings.test"
    django.setup()
    from tests.hostile.rows import ROWS

    for line in lines([row for row in ROWS if wanted in row.name]):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
