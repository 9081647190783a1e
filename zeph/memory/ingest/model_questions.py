"""What pure code may ask of models: a question, its answer kept by a hash of the question, and what is missing.

In: questions from ``resolution`` and ``revision`` inside the write transaction. Out: answers that are known, else a
fallback and a note that the question is open. Whoever makes the plan raises :class:`ModelNeeded` with all open
questions at once; the worker has them answered outside the transaction and tries again (graph-memory §3.4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from blake3 import blake3

from zeph.errors import DecisionMissing

MOST_ANSWERS = 4096

Answer = Any
"""A unit vector, the number of an option (from 0; -1: none of them), a text, True or False, or a verdict of each claim
and fact that were compared, with their numbers (from 1); None: nobody knows."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a model can tell; the same words are the same question."""

    kind: Literal["vector", "entity", "relation", "conflict", "compare"]
    text: str
    options: tuple[str, ...] = ()

    @property
    def key(self) -> bytes:
        return bytes(blake3("\x1f".join((self.kind, self.text, *self.options)).encode()).digest(length=16))


class ModelNeeded(DecisionMissing):
    """Raised inside the transaction, which rolls back; ``questions`` are all that are open for this message."""

    def __init__(self, message_id: int, questions: Sequence[Question]) -> None:
        super().__init__("a model has to decide first")
        self.message_id = message_id
        self.questions = tuple(questions)


class Answers:
    """The answers so far, the oldest forgotten first; a failure is kept only until the next commit."""

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._known: dict[bytes, Answer] = {}
        self._failed: set[bytes] = set()
        self._most = most

    def put(self, question: Question, answer: Answer) -> None:
        """``answer`` None: the model failed, and the fallback stands for now."""
        if answer is None:
            self._failed.add(question.key)
            return
        while len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        self._known[question.key] = answer

    def has(self, question: Question) -> bool:
        return question.key in self._known or question.key in self._failed

    def get(self, question: Question) -> Answer:
        """None where nobody knows."""
        return self._known.get(question.key)

    def forget_failures(self) -> None:
        self._failed.clear()


class Asking:
    """One message's questions: known answers, and a list of what is still open."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.open: dict[bytes, Question] = {}

    def ask(self, question: Question) -> Answer:
        """The answer; None where it is open or a model failed: then the rule decides."""
        if not self._answers.has(question):
            self.open[question.key] = question
        return self._answers.get(question)

    def vector(self, text: str) -> Answer:
        """The unit vector of a text."""
        return self.ask(Question("vector", text))
