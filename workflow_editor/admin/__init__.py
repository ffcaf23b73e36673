"""Django admin of the workflow app: workflows, nodes, runs, and people to delete. Imported by Django."""

from workflow_editor.admin import emergency_access, nodes, people, runs

__all__ = ["emergency_access", "nodes", "people", "runs"]
