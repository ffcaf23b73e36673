"""The message that comments have changed; announced where they are written, sent by the socket of the workflow."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class CommentsFrame(BaseModel):
    """Comments on this node, or with an empty key on the whole workflow, have changed: read them again."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    type: Literal["comments"] = "comments"
    node_key: str
