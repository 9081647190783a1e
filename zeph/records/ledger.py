"""What extraction took."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Cost:
    """A sum over the ledger's rows: of one extractor or of one day."""

    of: str
    """The extractor's name, or the day, ``YYYY-MM-DD`` UTC."""
    messages: int
    model_calls: int
    prompt_tokens: int
    answer_tokens: int
    seconds: float
    facts: int
    dropped: int
    failed: int = 0
    """Attempts at a message whose model gave nothing usable."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a language model may spend on extraction in a day, in tokens, and what of it is spent."""

    per_day: int
    """0: there is no cap."""
    spent: int
    rules_stand_in: bool = False
    """Once it is used up the local reader finds the facts; else messages wait for the next day."""

    def after(self, tokens: int) -> Self:
        """The same once so many more are spent."""
        return replace(self, spent=self.spent + tokens)

    @property
    def used_up(self) -> bool:
        return 0 < self.per_day <= self.spent

    @property
    def sentence(self) -> str:
        """What a person is told when it is used up."""
        used = f"Today's extraction budget is used up ({self.spent:,} of {self.per_day:,} tokens)"
        setting = "(memory.graph.extraction_token_budget_per_day)."
        if self.rules_stand_in:
            return f"{used}: the local reader finds the facts until tomorrow, UTC {setting}"
        return f"{used}: messages wait in the queue until tomorrow, UTC {setting}"
