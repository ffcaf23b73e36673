"""Commands of the workflow app; `commands` holds them, the rest is what they share. Nobody imports it."""
