"""Run overview of the home page."""

import datetime
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.models import User
from django.utils import timezone
from pydantic import AfterValidator, Field

from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Query, Shape
from tools.core.field_errors import refused_value
from tools.core.text import Text
from workflow_editor.api.run_shapes import RunSummary
from workflow_editor.selectors.lists.overview import overview

_NO_ZONE = Text("There is no such time zone.")


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise refused_value("invalid", _NO_ZONE) from None
    return name


class OverviewQuery(Query):
    timezone: Annotated[str, Field(max_length=64), AfterValidator(_zone)] = "UTC"
    """IANA time zone that days begin in, e.g. `Asia/Shanghai`."""


class OverviewDay(Shape):
    """The runs that began on one day; `cost`, in the currency of the prices, counts debug runs too."""

    date: datetime.date
    succeeded: int
    failed: int
    cost: float


class FailedRunShape(RunSummary):
    """A failed run with the name of the node at fault; null when the run as a whole failed."""

    node_name: str | None


class OverviewShape(Shape):
    """The last 30 days, the oldest first, the newest runs, and the newest failures of these days."""

    days: list[OverviewDay]
    recent: list[RunSummary]
    failures: list[FailedRunShape]


@endpoint("GET", "overview/")
def overview_get(user: User, query: OverviewQuery) -> OverviewShape:
    """Return the newest runs and failures, and the last 30 days, of all workflows that the person who asks sees."""
    found = overview(user, ZoneInfo(query.timezone), timezone.now())
    return OverviewShape.model_construct(
        days=[OverviewDay.of(day) for day in found.days],
        recent=[RunSummary.of_run(run) for run in found.recent],
        failures=[FailedRunShape.of_run(one.run, node_name=one.node_name) for one in found.failures],
    )
