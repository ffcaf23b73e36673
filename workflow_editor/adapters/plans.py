"""Compiled versions, once per process."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.models import WorkflowVersion
from workflow_editor.nodes.registry import builtin_registry

_REMEMBERED = 200

_plans: OrderedDict[UUID, Plan] = OrderedDict()
_lock = Lock()


def plan_of_version(version_id: UUID) -> Plan:
    """Return the plan of a version; versions never change, so it is compiled when it is first asked for.

    Raises:
        GraphInvalidError: this server cannot run the version, for example because a node type is gone.
    """
    with _lock:
        plan = _plans.get(version_id)
        if plan is not None:
            _plans.move_to_end(version_id)
            return plan
    document = WorkflowVersion.objects.values_list("document", flat=True).get(pk=version_id)
    plan = compile_plan(Document.model_validate(document), builtin_registry())
    with _lock:
        _plans[version_id] = plan
        while len(_plans) > _REMEMBERED:
            _plans.popitem(last=False)
    return plan
