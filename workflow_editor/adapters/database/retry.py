"""Does a transaction again that was cut off: by a lost connection, a restart of the server, or a deadlock."""

import logging
from collections.abc import Callable
from time import sleep
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

T = TypeVar("T")

CUT_OFF = (OperationalError, InterfaceError)
# Together longer than a restart of the database takes, and shorter than a lease.
WAITS_S = (0.0, 0.2, 1.0, 2.0, 4.0)


def again_if_cut_off(work: Callable[[bool], T]) -> T:
    """Run `work`, a whole transaction, until the connection survives it, and return its result.

    `work` takes whether it was cut off before; a cut commit may have been stored, and must not be repeated. Raises
    OperationalError or InterfaceError after too many cuts.
    """
    for count, wait_s in enumerate(WAITS_S):
        try:
            return work(count > 0)
        except CUT_OFF as error:
            if connection.in_atomic_block:
                raise
            logger.warning("A transaction was cut off and is done again: %s", error)
            connection.close()
            sleep(wait_s)
    return work(True)
