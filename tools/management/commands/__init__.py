"""Commands of `manage.py` for the tools layer, named by their modules. Nobody imports them."""
