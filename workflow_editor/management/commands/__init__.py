"""Commands of `manage.py`: starting the product and its processes. Named by their modules, imported by nobody."""
