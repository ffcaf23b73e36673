"""Skills for any model: how they come in as folders with a SKILL.md, and the tool that reads them. Pure."""
