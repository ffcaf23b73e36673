"""A tool that a person writes: parameters, granted functions and Python that runs in the sandbox. Pure."""
