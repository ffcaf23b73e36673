"""Knowledge bases under /api/: `urls` is what others mount, nothing else is imported from here."""
