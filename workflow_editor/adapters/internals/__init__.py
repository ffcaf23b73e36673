"""Parts that rely on internals of libraries, each with its gain; read a new version of a library before it is taken.

The only other part is `workflow_editor.serving.connections`, above the API, for uvicorn.
"""

WRITTEN_FOR = {"channels_redis": "4.3", "django": "5.2", "kombu": "5.7", "uvicorn": "0.54"}
"""Versions that the parts were written for."""
