"""Django's settings. `production` is what runs, `test` and `development` change it; one module per concern beside
`base`.

Nobody imports them: `django.conf.settings` gives the values.
"""
