"""What a process that answers web requests is made of, in every mode: listener, watchdog, limits of bodies.

The two modes, `embedded` and `scaled`, import it.
"""
