"""Finds the run that executed a pass, since a run may share another's."""

from workflow_editor.engine.scopes import Address, container_of
from workflow_editor.models import ContainerPass, NodeRun, Run, Status


def run_of_pass(run: Run, scope: str) -> Run:
    """Return the run with a pass's nodes: the given one, or the one it was adopted from."""
    while scope and run.shares_work and run.forked_from is not None and _is_taken_over(run, scope):
        run = run.forked_from
    return run


def _is_taken_over(run: Run, scope: str) -> bool:
    """Say whether a pass is adopted itself, or with its container or an outer pass."""
    container, index = container_of(scope)
    if NodeRun.objects.filter(run=run, node_key=container.key, scope=container.scope, shared=True).exists():
        return True
    if _is_good_pass(run, container, index) and not NodeRun.objects.filter(run=run, scope=scope, shared=False).exists():
        return True
    return bool(container.scope) and _is_taken_over(run, container.scope)


def _is_good_pass(run: Run, at: Address, index: int) -> bool:
    passes = ContainerPass.objects.filter(run=run, node_key=at.key, scope=at.scope, index=index)
    return passes.filter(status=Status.SUCCEEDED).exists()
