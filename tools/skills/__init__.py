"""Skills: what they are, and how they come in as folders with a SKILL.md. Pure."""
