"""The shapes that go over the wire: class names without `Serializer` are the component names in OpenAPI.

One module per resource; only views import them.
"""
