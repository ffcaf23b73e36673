"""Django admin of the workflow app: workflows, nodes, runs, people and account links. Imported by Django."""

from workflow_editor.admin import account_links, emergency_access, nodes, people, runs

__all__ = ["account_links", "emergency_access", "nodes", "people", "runs"]
