"""Django with an empty database of its own, for parts that measure without a server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def own_database() -> Iterator[None]:
    """Set Django up on a folder that is removed afterwards; models can be imported inside the block only."""
    with TemporaryDirectory(prefix="flowloom-bench-") as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
        }
        import django

        django.setup()
        from tests.doubles.embedded_server import migrated_folder
        from workflow_editor.adapters.process.memory import collect_garbage_rarely, pass_over_start

        migrated_folder(Path(folder))
        # As every server does.
        collect_garbage_rarely()
        pass_over_start()
        yield
