"""Roundabout ways of loose talk said straight, what is shown and told in passing, and what people tell each other to
do.
"""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR, NEEDS_TAGGER, found
from zeph.memory.ingest.local.text.turns import in_passing, straight

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "straightened"),
    [
        ("I'm all about jazz", "I love jazz"),
        ("We live at the edge of Leipzig.", "We live in Leipzig."),
        ("I'm in the middle of a move.", "I'm in the middle of a move."),
        ("Our product is called Lantern.", "I work on Lantern."),
        ("My new company is named Tern.", "I work at Tern."),
        ("My dog is called Rex.", "My dog is called Rex."),
        ("Sam and I broke up in April.", "I broke up with Sam in April."),
        ("Mia and I separated in May.", "I separated from Mia in May."),
        ("I'm off to bake some cakes.", "I'm going to bake some cakes."),
        ("I'm off to work.", "I'm off to work."),
        ("I've always had a love for horses!", "I love horses!"),
        ("My mum had a big passion for cooking.", "My mum loved cooking."),
        ("Roast duck is one of my favorites.", "I love Roast duck."),
        ("It is one of my favorites.", "It is one of my favorites."),
        ("If I had to pick a favorite, it would definitely be Muse.", "I love Muse."),
        ("One of my goals is to keep teaching.", "My goal is to keep teaching."),
        ("I've been busy getting ready for a retreat.", "I've been preparing for a retreat."),
        ("I had the opportunity to speak at a conference.", "I got to speak at a conference."),
    ],
)
def test_what_is_said_in_a_roundabout_way_is_said_straight(text: str, straightened: str) -> None:
    assert straight(text) == straightened


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ("My trip to Norway was incredible.", ["I visited Norway on a trip."]),
        ("My next trip to Norway was postponed.", []),
        (
            "Take a look at my new vintage camera that I bought this month",
            ["I bought a new vintage camera this month."],
        ),
        ("Here's my bookshelf!", ["I have a bookshelf."]),
        ("Here's my mother!", []),
        ("This is my favorite time.", []),
    ],
)
def test_what_is_shown_or_told_in_passing(text: str, passing: list[str]) -> None:
    assert in_passing(text) == passing


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm having a hard time dealing with my chemistry homework.", ("Dana", "deal_with", "chemistry homework")),
        ("We had a great time throwing a small party.", ("Dana", "throw", "party")),
        ("I just got back from a music festival.", ("Dana", "get_back_from", "music festival")),
        ("The pride parade I went to last week was fun.", ("Dana", "go_to", "pride parade")),
        ("One of my goals is to keep teaching yoga.", ("Dana", "plan_to_teach", "yoga")),
        ("I have a big bookshelf.", ("Dana", "owns", "bookshelf")),
        ("Self-care is really important.", ("Dana", "has_opinion_of", "self-care")),
        ("My kids are so excited about summer break!", ("Dana's kids", "feel", "excitement")),
        ("My doctor told me to cut down on sugar.", ("Dana", "told_to_cut_down_on", "sugar")),
        ("I'm now part of the fire-fighting brigade.", ("Dana", "member_of", "fire-fighting brigade")),
        ("I've been spending lots of time at this beautiful park lately.", ("Dana", "spend_at", "park")),
        ("I made this painting to show my path.", ("Dana", "make", "painting")),
        ("I also bought this candle for the atmosphere.", ("Dana", "buy", "candle")),
        ("I saw a bear in the forest last weekend.", ("Dana", "see", "bear")),
        ("I had to cancel my trip to Spain.", ("Dana", "cancel", "trip")),
        ("I scored a deal to continue the tour.", ("Dana", "score_deal_to_continue", "tour")),
        ("I made some of my favorite pancakes.", ("Dana", "make", "pancakes")),
        ("I've always loved caring for my dogs.", ("Dana", "love_caring_for", "Dana's dogs")),
        ("Rust is what I'm passionate about.", ("Dana", "likes", "Rust")),
        ("I met my new neighbor Anna yesterday.", ("Dana", "met", "Anna")),
        ("I got reading glasses a month ago.", ("Dana", "owns", "reading glasses")),
        ("I opened the little wine bar on the corner.", ("Dana", "founded", "wine bar")),
        ("My sister opened her own salon last year.", ("Dana's sister", "founded", "salon")),
        ("I came back from Oslo yesterday.", ("Dana", "visited", "Oslo")),
        ("When I was a kid we'd take long walks.", ("Dana", "take", "walks")),
        ("I have a pendant that reminds me of home.", ("Dana", "owns", "pendant")),
        ("This necklace is super special to me.", ("Dana", "finds_special", "necklace")),
        ("These figurines remind me of my mother.", ("Dana", "reminded_by", "figurines")),
        ("I'm now friends with one of my fellow volunteers!", ("Dana", "friends_with", "fellow volunteers")),
        ("The storm forced us to cancel our yoga getaway.", ("Dana", "cancel", "yoga getaway")),
        ("Jazz has a lot of significance for me.", ("Dana", "values", "jazz")),
        ("I'm super busy with my music stuff.", ("Dana", "busy_with", "music")),
        ("I treasure time with family.", ("Dana", "treasure_time_with", "family")),
        ("I went to Lima- we saw a pyramid.", ("Dana", "see", "pyramid")),
        ("I have a dog named Toby. I take him to the park every day.", ("Dana", "take", "Toby")),
        ("I restored a car last year, but I sold it to a collector.", ("Dana", "sell", "car")),
        ("My sister Ana lives in Rome. I visited her last week.", ("Dana", "visit", "Ana")),
        ("I felt so accomplished.", ("Dana", "feel", "accomplishment")),
        ("My trip to Japan was incredible.", ("Dana", "visited", "Japan")),
        ("I do love animals.", ("Dana", "likes", "animals")),
        ("My coach wants me to run a marathon.", ("Dana", "wanted_to_run", "marathon")),
    ],
)
def test_loose_talk_states_this(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "I love it.",
        "My sister is tall.",
        "I got it a while ago.",
        "I find it calming.",
        "I'm so tired of all this rain.",
        "I saw your post.",
        "The nurse who looks after my father on Wednesdays comes from Kerala.",
        "My doctor told him to quit smoking.",
        "I love the shop.",
        "Running can boost your mood.",
        "I'm having fun.",
    ],
)
def test_what_nobody_did_is_not_said(text: str) -> None:
    assert not {fact for fact in found(text) if fact[1] not in ("love",)}


def test_two_things_behind_one_preposition_are_two_whole_facts() -> None:
    facts = {f.fact for f in EXTRACTOR.findings("We clicked over music and art.", "Dana")}
    assert {"Dana clicked over music", "Dana clicked over art"} <= facts
