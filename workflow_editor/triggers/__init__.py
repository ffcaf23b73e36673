"""Rules of triggers as pure functions: no tables, no network, no clock.

`webhooks` verifies senders, `schedules` computes due times. Used by the node types in `nodes/builtin` and the services.
"""
