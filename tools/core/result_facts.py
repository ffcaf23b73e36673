"""Facts about a call besides its data, set only by our own code, never by a tool's JSON. Pure."""

from dataclasses import dataclass, field, fields
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.workflow_tool import ChildRun


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """The facts of one result; what is not set is not the case, or not known."""

    untrusted: bool = False
    """The data holds text that people outside may have written."""
    test_mode: bool = False
    """Nothing was sent; the data is what would have been done."""
    mock: bool = False
    """A rule gave the answer."""
    needs_approval: bool = False
    """A person would have to approve the call."""
    refused: bool = False
    """A person did not approve the call, or nobody did in time."""
    cancelled: bool = False
    """Somebody stopped the work."""
    outcome_unknown: bool = False
    """It is unknown if the call took effect."""
    transient: bool = False
    """The failure may pass by itself."""
    nothing_done: bool = False
    """The call failed before anything was done: it was not sent, or refused at once, so it may be made again."""
    bad_call: bool = False
    """No tool ran because the call was wrong: unknown tool or invalid arguments."""
    error_code: str = ""
    """The stable code of the error behind a failure, such as `origin_not_confirmed`."""
    confirmed_by: str | None = None
    """User name of who confirmed that a call of unknown outcome took effect; empty when that user is gone."""
    run_id: str = ""
    """The run that the call has started."""
    child_run: ChildRun | None = None
    """The same when a node has called, which waits for it."""
    usage: JsonObject = field(default_factory=dict)
    """{input_tokens, output_tokens, cost} of what the call itself asked a model for."""
    earlier_output: JsonObject | None = None
    """In test mode: what the node of the call gave earlier, pinned or in its newest live run."""
    empty: bool = False
    """The call worked and found nothing; only `envelope.empty` sets it."""

    def to_json(self) -> JsonObject:
        values = ((one.name, getattr(self, one.name)) for one in fields(self))
        return {name: _as_json(value) for name, value in values if value != getattr(NO_FACTS, name)}

    def to_metadata(self) -> JsonObject:
        """Return the facts that are set, as the envelope names them: by field, but for `testMode` (seed 002)."""
        return {"testMode" if name == "test_mode" else name: value for name, value in self.to_json().items()}


NO_FACTS = ResultFacts()


def _as_json(value: Any) -> Any:
    return value.to_json() if isinstance(value, ChildRun) else value
