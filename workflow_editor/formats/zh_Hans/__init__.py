"""Chinese formats of dates and numbers; Django reads `formats`, nobody imports it."""
