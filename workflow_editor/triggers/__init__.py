"""When and by what triggers start runs, as plain rules: no tables, no network, no clock of their own.

`webhooks` proves who sent a request, `schedules` computes when something is due. The node types in `nodes/builtin`
and the services stand on them.
"""
