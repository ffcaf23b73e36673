"""The only HTTP client for addresses that people type in."""
