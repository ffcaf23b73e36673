"""Who may see a run. This layer knows its id only; the app that keeps runs registers the answer."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.models import User

from tools.core.registered_port import RegisteredPort

may_read_run = RegisteredPort[Callable[[User, UUID], bool]]()
