"""Limits of a sandbox run. Imports nothing, to keep worker startup light."""

MAX_TIMEOUT_S = 60.0
MAX_MEMORY_BYTES = 64 * 1024 * 1024
MAX_LOG_BYTES = 64 * 1024
MAX_RESULT_BYTES = 1024 * 1024
MAX_KEPT_BYTES = 1024 * 1024
"""Largest form of the variables that a session keeps."""
MAX_CALLS = 100
"""Calls of functions that are handed to the code, in one run."""
