"""A message may end anywhere: within an aside, behind a comma, in a list."""

import json
import random
from pathlib import Path

import pytest

from zeph.memory.ingest.reader.read_message import Reader

TEXTS = [
    json.loads(line)["text"]
    for name in ("labelled_build", "labelled_practice")
    for line in Path(f"benchmarks/data/{name}.jsonl").read_text("utf-8").splitlines()
]
ENDS = (" (", ",", " and", ":", " (mails, go", " -", "", "'s", " who", " to")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("end", ENDS)
def test_a_message_that_is_cut_off_is_read(reader: Reader, end: str) -> None:
    chance = random.Random(end)
    for text in chance.sample(TEXTS, 60):
        reader.claims(text[: chance.randrange(1, len(text) + 1)] + end)
        words = text.split()
        at = chance.randrange(len(words))
        reader.claims(" ".join((*words[: at + 1], "(routing", *words[at + 1 :])))


def test_an_aside_that_is_not_closed_is_none(reader: Reader) -> None:
    for text in ("Lodestar (routing api, go", "pigeon (mails, go) runs (daemon", "the box (old, loud runs on web-01"):
        reader.claims(text)


def test_a_title_with_an_aside_in_it_tells_nothing(reader: Reader) -> None:
    for text in ("Boiler (Combi) Repairs", "Notice of Leave (NOL) Form", "Harbour Trust Fund (HTF) Grant"):
        assert not [claim for claim in reader.claims(text) if claim.for_graph]
