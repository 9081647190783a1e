"""What a receipt tells of what is new."""

from zeph.records.revision import Receipt


def test_what_another_sentence_says_in_the_same_words_is_told_with_it() -> None:
    whole, part, other = "User lives in Hull with Ana", "User lives with Ana", "User lives in Hull"
    told = Receipt(1, learned=(part, whole, "User has a cat"), learned_when=("", "since 2019", "")).noted
    assert told == [(whole, "since 2019"), ("User has a cat", "")]
    assert Receipt(1, learned=(other, part)).noted == [(other, ""), (part, "")]
