"""JSON shapes of the API: class names without `Serializer` are the component names in OpenAPI.

One module per resource; only views import them.
"""
