"""The panel accepts its own initial values."""

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def _models() -> list[type[Model]]:
    return sorted(admin.site._registry, key=lambda model: model._meta.label)  # the site offers no public list


def test_no_form_is_opened_with_a_value_that_it_calls_missing(panel: Client) -> None:
    panel.get("/admin/")  # the panel is loaded with its addresses
    refused, seen = [], 0
    for model in _models():
        answer = panel.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add"))
        if answer.status_code != 200 or "adminform" not in answer.context:
            continue
        seen += 1
        for name, field in answer.context["adminform"].form.fields.items():
            initial = field.initial() if callable(field.initial) else field.initial
            if field.required and initial in ({}, []):
                refused.append(f"{model._meta.label}.{name}")
    assert seen >= 4
    assert refused == []
