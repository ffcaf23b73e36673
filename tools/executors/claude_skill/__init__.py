"""Skills for any model: how they come in as folders with a SKILL.md, and the tool that reads them. Pure.

`archive`, `skill` and `skill_md` are also for the upload of skills.
"""
