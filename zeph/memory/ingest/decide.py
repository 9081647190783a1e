"""Choices that only a language model can make, one call each; on any failure the rule decides instead.

In: a question that revision raised. Out: whether the newer fact wins (strategy ``llm``).
"""

from pydantic import BaseModel, ConfigDict

from zeph.errors import ModelError
from zeph.memory.ingest.revise import Question
from zeph.models.ports import ChatMessage, ChatModel
from zeph.models.structured import ask_structured

INSTRUCTIONS = """Two statements about the same subject contradict each other. Decide whether the new one takes the place
of the known one (newer_wins true) or the known one still holds (newer_wins false). Answer with JSON alone."""


class Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    newer_wins: bool


class Decider:
    def __init__(self, model: ChatModel, model_name: str = "", timeout_secs: float = 15.0) -> None:
        self._model = model
        self._model_name = model_name
        self._timeout = timeout_secs

    async def newer_wins(self, question: Question) -> bool:
        """True also where the model fails: recency is the rule to fall back to."""
        messages = [ChatMessage("system", INSTRUCTIONS), ChatMessage("user", question.prompt)]
        try:
            asked = await ask_structured(
                self._model, messages, Verdict, model_name=self._model_name, max_tokens=40, timeout_secs=self._timeout
            )
        except ModelError:
            return True
        return asked.value.newer_wins
