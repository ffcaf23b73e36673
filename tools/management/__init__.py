"""Commands of the tools layer; `commands` holds them, one module each. Nobody imports it."""
