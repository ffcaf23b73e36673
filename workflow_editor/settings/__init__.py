"""Django settings, one module per concern beside `base`: `production` runs, `test` and `development` modify it.

Nobody imports them: use `django.conf.settings`.
"""
