"""Bodies are checked by one serializer for all requests, which must keep nothing of any of them."""

from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from workflow_editor.api.requests import body_of


class WordsSerializer(serializers.Serializer[Any]):
    """A body of words."""

    words = serializers.ListField(child=serializers.CharField(max_length=3), default=list)


def request_with(body: Any) -> Request:
    return Request(APIRequestFactory().post("/", body, format="json"), parsers=[JSONParser()])


def test_what_one_request_does_with_a_default_is_not_seen_by_the_next() -> None:
    body_of(request_with({}), WordsSerializer)["words"].append("mine")
    assert body_of(request_with({}), WordsSerializer) == {"words": []}


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ({"words": ["abc", "long"]}, {"words": {1: ["max_length"]}}),
        ([], {"non_field_errors": ["invalid"]}),
    ],
)
def test_a_refused_body_is_reported_as_ever_and_spoils_nothing(body: Any, reported: Any) -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        body_of(request_with(body), WordsSerializer)
    assert refused.value.get_codes() == reported
    assert body_of(request_with({"words": ["abc"]}), WordsSerializer) == {"words": ["abc"]}
