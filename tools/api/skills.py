"""Skills that people bring in."""

from django.contrib.auth.models import User

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject, Upload
from tools.api.contract.shapes import Shape
from tools.services.skills import skill_read


class SkillUpload(Shape):
    """A zip of a skill's folder, a SKILL.md, or a skill object as JSON."""

    file: Upload


@endpoint("POST", "tools/skills/")
def skills_read(user: User, body: SkillUpload) -> JsonObject:
    """Return the skill object, which a tool of type claude-skill takes as its `config.skill`."""
    return skill_read(user, body.file)
