"""The tool that sends notifications to groups; each service's form and answers are in its own folder.

Only `tools.executors.builtin` imports it.
"""
