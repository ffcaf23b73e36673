"""Many writers at a time on whatever database is in use: the audit chain holds, and each tampering is found."""

import threading
from collections import Counter
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from tests.doubles.tool_ports import Cancel
from tools.adapters.gateway_factory import gateway
from tools.core.definitions import CallContext, ToolCall, ToolRef
from tools.core.tool_id import ToolId
from tools.models import AccessEvent, AuditLink, ToolInvocation
from tools.selectors.policies import caller_of
from tools.services.audit_verification import audit_verify

WRITERS, ROUNDS = 8, 5
CLOCK = "system:get_current_time"


@pytest.fixture
def written(transactional_db: None, alice: User) -> list[int]:
    """Calls of several threads through the gateway, one bad for each good; returns the ids of their rows."""
    context = CallContext(caller_of(alice), workflow_id=str(uuid4()))
    start, failed = threading.Barrier(WRITERS), list[BaseException]()

    def write(writer: int) -> None:
        try:
            toolbox = gateway().offer([ToolRef(ToolId(CLOCK))], context)
            name = toolbox.tools()[0].function.name
            start.wait(60)
            for number in range(ROUNDS):
                for arguments in ({"timezone": "Asia/Shanghai"}, {"zone": writer}):
                    call = ToolCall(f"{writer}-{number}-{len(arguments)}", name, arguments)
                    toolbox.call(call, timeout_s=60, cancel=Cancel())
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failed == []
    return list(ToolInvocation.objects.order_by("id").values_list("id", flat=True))


def test_the_chain_of_many_writers_holds_without_a_gap(written: list[int]) -> None:
    calls = WRITERS * ROUNDS
    assert len(written) == 2 * calls
    assert Counter(ToolInvocation.objects.values_list("success", flat=True)) == {True: calls, False: calls}
    parts = Counter(AuditLink.objects.exclude(part="access").values_list("part", flat=True))
    assert parts == {"begin": calls, "end": calls, "whole": calls}
    report = audit_verify()
    assert (report.links, report.faults) == (3 * calls + AccessEvent.objects.count(), [])
    call_command("verify_audit", "--expect", report.head)


TAMPERINGS = {
    "changed": ["UPDATE tools_toolinvocation SET message = 'all went well' WHERE id = %(one)s"],
    "removed": ["DELETE FROM tools_toolinvocation WHERE id = %(one)s"],
    "swapped": [
        "UPDATE tools_toolinvocation SET id = -1 WHERE id = %(one)s",
        "UPDATE tools_toolinvocation SET id = %(one)s WHERE id = %(other)s",
        "UPDATE tools_toolinvocation SET id = %(other)s WHERE id = -1",
    ],
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_row_in_the_middle_that_was_tampered_with_is_found(written: list[int], tampering: str) -> None:
    one, other = written[len(written) // 2 : len(written) // 2 + 2]
    with connection.cursor() as cursor:
        for statement in TAMPERINGS[tampering]:
            cursor.execute(statement, {"one": one, "other": other})
    found = {fault.row_id for fault in audit_verify().faults}
    assert found == ({one, other} if tampering == "swapped" else {one})
    with pytest.raises(CommandError, match="not what was written"):
        call_command("verify_audit")
