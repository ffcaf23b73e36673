"""Prices of models, and the cost of their tokens; people set them at a provider or a model profile."""

from dataclasses import dataclass, replace

from agents.core.messages import COST_DIGITS, Usage

PRICES = ("input_price", "output_price", "cached_price")


@dataclass(frozen=True, slots=True)
class Prices:
    """Model prices per million tokens, in the installation's currency."""

    input: float = 0.0
    output: float = 0.0
    cached: float | None = None
    """For the tokens of the input that the service had in its cache; None: as `input`."""

    def priced(self, usage: Usage) -> Usage:
        cached = self.input if self.cached is None else self.cached
        fresh = usage.input_tokens - usage.cached_tokens
        cost = (fresh * self.input + usage.cached_tokens * cached + usage.output_tokens * self.output) / 1_000_000
        return replace(usage, cost=round(cost, COST_DIGITS))
