"""Rows that addresses name, as parameters of endpoints: each is looked up with the right that is needed."""

from typing import Annotated

from agents.models import AgentProfile
from tools.api.contract.endpoints import FoundBy
from workflow_editor.models import Run, Trigger, Workflow
from workflow_editor.selectors.access import Access, run_for, workflow_for
from workflow_editor.selectors.agent_access import agent_for
from workflow_editor.selectors.outside.triggers import trigger_for

ReadWorkflow = Annotated[Workflow, FoundBy(workflow_for)]
EditedWorkflow = Annotated[Workflow, FoundBy(workflow_for, access=Access.EDIT)]
ReadRun = Annotated[Run, FoundBy(run_for)]
EditedRun = Annotated[Run, FoundBy(run_for, access=Access.EDIT)]
StoppedRun = Annotated[Run, FoundBy(run_for, access=Access.RUN)]
ReadTrigger = Annotated[Trigger, FoundBy(trigger_for)]
EditedTrigger = Annotated[Trigger, FoundBy(trigger_for, access=Access.EDIT)]
ReadAgent = Annotated[AgentProfile, FoundBy(agent_for)]
"""An agent by its id or short name."""
EditedAgent = Annotated[AgentProfile, FoundBy(agent_for, access=Access.EDIT)]
OwnAgent = Annotated[AgentProfile, FoundBy(agent_for, access=Access.OWN)]
