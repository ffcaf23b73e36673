"""Public forms, for who fills them in."""

from typing import Any, get_args

from rest_framework import serializers

from workflow_editor.api.serializers.shared import JsonObjectField
from workflow_editor.nodes.builtin.form_trigger import Access
from workflow_editor.selectors.outside.forms import State

_KEY = r"^[A-Za-z0-9_-]{22,64}$"


class CaptchaSerializer(serializers.Serializer[Any]):
    """A captcha: its script defines a global object of this name that draws it."""

    script = serializers.CharField()
    global_name = serializers.CharField()
    site_key = serializers.CharField()


class PublicFormSerializer(serializers.Serializer[Any]):
    """A form; `text` and `fields` are null until who asks may fill it in."""

    title = serializers.CharField()
    text = serializers.CharField(allow_null=True)
    button = serializers.CharField()
    accent = serializers.CharField()
    access = serializers.ChoiceField(get_args(Access))
    fields = serializers.ListField(child=JsonObjectField(), allow_null=True)  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class

    captcha = CaptchaSerializer(allow_null=True)


class FormQuerySerializer(serializers.Serializer[Any]):
    draft = serializers.BooleanField(
        default=False, help_text="The form as it is now, for who may change the workflow; what is sent runs the draft."
    )


class FormPasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(trim_whitespace=False, max_length=1000)


class FormSubmissionSerializer(serializers.Serializer[Any]):
    """Values of a form.

    `key`: made by the sender, of at least 128 random bits; repeating it sends nothing new. `website` is a honeypot.
    """

    key = serializers.RegexField(_KEY)
    values = JsonObjectField()
    password = serializers.CharField(trim_whitespace=False, allow_blank=True, max_length=1000, default="")
    captcha = serializers.CharField(allow_blank=True, max_length=4096, default="")
    website = serializers.CharField(allow_blank=True, max_length=2000, default="")


class FormSubmissionWithFilesSerializer(serializers.Serializer[Any]):
    """Values and files of a form; each file part is named after its field."""

    json = FormSubmissionSerializer()


class FormStepAnswerSerializer(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    values = JsonObjectField()


class FormStepAnswerWithFilesSerializer(serializers.Serializer[Any]):
    """The same with files: further parts, each named by the field that it fills."""

    json = FormStepAnswerSerializer()


class FormStepSerializer(serializers.Serializer[Any]):
    """A form in the middle of the run."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    text = serializers.CharField()
    fields = serializers.ListField(child=JsonObjectField())  # type: ignore[assignment]  # as above


class SubmissionSerializer(serializers.Serializer[Any]):
    """State of a submission: `step` while it `asks`, `output` once it is `done` and the form shows it."""

    state = serializers.ChoiceField(get_args(State))
    is_waiting = serializers.BooleanField(help_text="For somebody else.")
    step = FormStepSerializer(allow_null=True)
    output = JsonObjectField(allow_null=True)
    thanks = serializers.CharField()
    redirect = serializers.CharField(help_text="Where to go on to once it is done; empty for nowhere.")
