"""Skills for any model: import of folders with a SKILL.md, and the tool that reads them. Pure.

The upload of skills uses `archive`, `skill` and `skill_md`, too.
"""
