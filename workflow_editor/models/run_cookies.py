"""Cookies that the requests of a run have got."""

from django.db import models

from tools.models.ciphertext import CiphertextField
from workflow_editor.models.run import Run


class RunCookies(models.Model):
    """The cookies of one run, encrypted, since they are keys; gone once the run is over (`history.prune`)."""

    run = models.OneToOneField(Run, on_delete=models.CASCADE, primary_key=True, related_name="+")
    ciphertext = CiphertextField(editable=False)

    def __str__(self) -> str:
        return str(self.run_id)
