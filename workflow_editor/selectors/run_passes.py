"""Which run ran a pass: a run that shares another one's work has not all of the passes itself."""

from workflow_editor.engine.scopes import Address, container_of
from workflow_editor.models import ContainerPass, NodeRun, Run, Status


def run_of_pass(run: Run, scope: str) -> Run:
    """Return the run that holds the nodes of a pass: the given one, or one that it has taken the pass over from.

    Args:
        run: the run that is looked at.
        scope: the pass, `""` outside of containers.
    """
    while scope and run.shares_work and run.forked_from is not None and _is_taken_over(run, scope):
        run = run.forked_from
    return run


def _is_taken_over(run: Run, scope: str) -> bool:
    """A pass is taken over by itself, or with what is around it: its container, or one of the passes further out."""
    container, index = container_of(scope)
    if NodeRun.objects.filter(run=run, node_key=container.key, scope=container.scope, shared=True).exists():
        return True
    if _is_good_pass(run, container, index) and not _ran_something(run, scope):
        return True
    return bool(container.scope) and _is_taken_over(run, container.scope)


def _is_good_pass(run: Run, at: Address, index: int) -> bool:
    passes = ContainerPass.objects.filter(run=run, node_key=at.key, scope=at.scope, index=index)
    return passes.filter(status=Status.SUCCEEDED).exists()


def _ran_something(run: Run, scope: str) -> bool:
    return NodeRun.objects.filter(run=run, scope=scope, shared=False).exists()
