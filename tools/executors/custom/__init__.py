"""A tool that a person writes: parameters, granted functions and code that runs in the sandbox. Pure.

`settings` is also for the review of code.
"""
