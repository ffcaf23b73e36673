"""Lists that people choose from: workflows, folders, agents, shared things, alerts."""
