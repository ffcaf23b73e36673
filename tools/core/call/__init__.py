"""Parts of a call: arguments, returned values, facts, repetition. Pure."""
