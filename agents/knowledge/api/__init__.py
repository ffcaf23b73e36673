"""Knowledge bases under /api/."""
