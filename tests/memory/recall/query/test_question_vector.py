"""What of a question is compared with what people said."""

import pytest

from zeph.memory.recall.query.question_vector import unnamed


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What did Ottilie say about the kiln?", "What did say about the kiln?"),
        ("Which of ottilie's pots broke?", "Which of pots broke?"),
        ("Does Ottilie’s brother know Bram?", "Does brother know Bram?"),
        ("Where is Hale?", "Where is Hale?"),  # nothing else is left of it
        ("Is Ottilies the name of a shop?", "Is Ottilies the name of a shop?"),
    ],
)
def test_who_speaks_is_not_named_in_what_they_say(question: str, left: str) -> None:
    assert unnamed(question, ["Ottilie Hale"]) == left


def test_nothing_is_taken_out_where_nobody_has_a_name() -> None:
    assert unnamed("What did I say about  Bram?", []) == "What did I say about  Bram?"
