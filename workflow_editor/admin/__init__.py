"""Django admin of the workflow app: workflows, nodes, runs, people and the links with which they get accounts.

Django imports it.
"""

from workflow_editor.admin import account_links, emergency_access, nodes, people, runs

__all__ = ["account_links", "emergency_access", "nodes", "people", "runs"]
