"""What is unsure stays a candidate, and what is told is a sentence that a stranger can read."""

import pytest

from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.edge import CANDIDATE_BELOW


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


QUIET = [
    "We were at the market with a drill. I love it.",
    "There were jumpers from Corin and Ida. She sells mittens.",
    "This soup is based on leek. It's my favourite meal!",
    "Love the red and blue.",
    "I love the smell and taste it adds.",
    "I love how simple it is.",
    "They must love crisps, my dogs.",
    "We can enjoy nature on the trip.",
    "I'm passionate about sharing that with others.",
    "I'm passionate about making sure nurses are paid.",
    "My gf, Pickle, and I played cards.",
    "Look how I performed with the boys, they are great at chess!",
    "I was in town. Her name is Olive.",
    "Marrying my partner and moving to Hull was the best part.",
    "Mending clocks calms me down - like meditating.",
    "They make sure we play the flute properly.",
    "That one is Rex, my childhood dog.",
    "Your dog loves cheese.",
    "Look at this! [image: a photo of a dog in a garden with a gate]",
]
TOLD = {
    "I just joined a choir yesterday!": "User joined a choir",
    "I also got this cute hamster called Pickle by the way": "User got a cute hamster called Pickle",
    'I\'m really into this book called "Blue Days".': "User is really into a book called Blue Days",
    "We ended up going with 'Olive' for our pup.": "User ended up going with Olive for their puppy",
    "One of my favourite dishes is stew.": "One of User's favourite dishes is stew",
    "That photo is from a trip we took last year for my son's birthday.": "User took a trip",
    "It reminds me of the good times I've had at concerts last month.": "User attended concerts",
    "My dogs are old. They love chasing cats.": "User's dogs love chasing cats",
    "I usually watch films, plays, and shows about boats.": "User usually watches films",
    "We both love hiking": "User loves hiking",
    "changed my number, its 07700 900823 now": "User's number is 07700 900823 now",
    "My sister Ana moved to Ghent. She works at Lidl.": "Ana works at Lidl",
    "Bramble and Pickle are terriers, and Olive and Fig are poodles.": "Olive and Fig are poodles",
    "I have Fig, my guinea pig.": "User's guinea pig is Fig",
    "well, they let me go this morning": "They let User go",
}


@pytest.mark.parametrize("message", QUIET)
def test_what_may_be_meant_otherwise_is_not_told(reader: Reader, message: str) -> None:
    told = [claim for claim in reader.claims(message) if claim.for_graph and claim.confidence >= CANDIDATE_BELOW]
    assert told == []


@pytest.mark.parametrize(("message", "sentence"), TOLD.items())
def test_a_sentence_is_as_a_stranger_would_read_it(reader: Reader, message: str, sentence: str) -> None:
    told = [claim.sentence for claim in reader.claims(message) if claim.confidence >= CANDIDATE_BELOW]
    assert sentence in told


def test_a_thing_of_an_earlier_message_is_only_guessed(reader: Reader) -> None:
    said = reader.claims(
        "I sold it on Monday.", before=[("User", "We went to the lake with a kite, a drone and a boat.")]
    )
    assert all(claim.confidence < CANDIDATE_BELOW for claim in said)


@pytest.mark.parametrize(
    "message",
    ["my dad's poorly. hospital appointment 3 may", "Mick's my husband, retired fireman, knee op booked 19 march",
     "my son broke his arm, x-ray 3 may", "Ines has been back at ours since saturday"],
)  # fmt: skip
def test_a_note_behind_somebody_else_is_nothing_of_ones_own(reader: Reader, message: str) -> None:
    claims = [claim for claim in reader.claims(message) if claim.relation in ("has_event", "works_at")]
    assert [claim for claim in claims if claim.confidence >= CANDIDATE_BELOW] == []


@pytest.mark.parametrize(
    "message", ["dentist 3 may", "I'm worn out. dentist 3 may", "the boiler is broken. dentist 3 may"]
)
def test_else_it_is_the_speakers(reader: Reader, message: str) -> None:
    claims = [claim for claim in reader.claims(message) if claim.relation == "has_event"]
    assert claims and claims[0].confidence >= CANDIDATE_BELOW
