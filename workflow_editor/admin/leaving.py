"""Confirmation page before an account is closed: affected work and its successor."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget


class LeavingForm(forms.Form):
    successor = forms.ModelChoiceField(
        User.objects.none(),
        label=_("Hand workflows and agents on to"),
        required=False,
        empty_label=_("Nobody"),
        widget=UnfoldAdminSelectWidget,
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = User.objects.filter(is_active=True).exclude(pk=person.pk).order_by("username")
        field = self.fields["successor"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = others
