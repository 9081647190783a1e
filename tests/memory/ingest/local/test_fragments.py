"""Terse talk and talk in passing: fragments, lists of roles, what is done with what, what is one's own."""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, found

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Tests? pytest for the unit ones, Playwright for the browser.", ("Dana", "uses", "pytest")),
        ("package manager: uv.", ("Dana", "uses", "uv")),
        ("Looking forward to the Roskilde festival.", ("Dana", "plans_to", "Roskilde festival")),
        ("I do my taxes with Elster.", ("Dana", "uses", "Elster")),
        ("Crashed my drone into a tree this morning.", ("Dana", "owns", "drone")),
        ("I drove our camper van to Spain.", ("Dana", "owns", "camper van")),
        ("I'm doing a master's in law at Leiden.", ("Dana", "studies", "law")),
        ("I'm reading history at Oxford.", ("Dana", "studies", "history")),
        ("Amadou plays the kora, Fatou sings, and I keep bees.", ("Amadou", "plays", "kora")),
        ("After six years on Squarespace I went with Hugo.", ("Dana", "uses", "Squarespace")),
        ("My husband's band, The Hollow Pines, plays bluegrass.", ("Dana's husband", "member_of", "Hollow Pines")),
        ("We named our boat Siren.", ("Dana", "owns", "Siren")),
        ("I met my wife Hanne at a folk dance.", ("Dana", "met", "Hanne")),
        ("My flight to Reykjavik leaves on 3 June.", ("Dana", "plans_to", "Reykjavik")),
        ("I'm saving for a trip to Patagonia next winter.", ("Dana", "plans_to", "Patagonia")),
        ("Our product Harbor is written in Elixir.", ("Harbor", "written_in", "Elixir")),
        ("I host my blog on a Hetzner box.", ("Dana", "uses", "Hetzner")),
        ("I did my master's in Delft and my PhD in Lund.", ("Dana", "studied_at", "Lund")),
        ("I'm half Finnish, half Irish.", ("Dana", "nationality", "Irish")),
        ("My wife is Japanese.", ("Dana's wife", "nationality", "Japanese")),
        ("Anna, who is my oldest friend, has opened a shop.", ("Dana", "friend_of", "Anna")),
        ("I'm head of design now.", ("Dana", "has_role", "head of design")),
        ("i work at ikea part time", ("Dana", "works_at", "IKEA")),
        ("My allergies: pollen, cats.", ("Dana", "allergic_to", "cats")),
        ("My laptop runs Fedora.", ("Dana", "uses", "Fedora")),
        ("My guilty pleasure is reality TV.", ("Dana", "likes", "reality TV")),
        ("used to love sushi", ("Dana", "likes", "sushi")),
        ("For notes I went from Evernote to Joplin.", ("Dana", "switched_to", "Joplin")),
        ("Tried Zig last weekend, loved it.", ("Dana", "likes", "Zig")),
        ("I'm Ingrid, 52, beekeeper and mother of three.", ("Dana", "has_role", "beekeeper")),
        ("I eat gluten-free.", ("Dana", "follows_diet", "gluten-free")),
        ("My stepdad Ron taught me carpentry.", ("Dana", "learns", "carpentry")),
        ("I ran my first half marathon in Leeds.", ("Dana", "attended", "half marathon")),
        ("I host my blog on Netlify.", ("Dana", "uses", "Netlify")),
        ("My sister and her boyfriend have moved to Ghent.", ("Dana's sister's boyfriend", "lives_in", "Ghent")),
        ("My business partner Lena lives in Rome.", ("Lena", "lives_in", "Rome")),
        ("My long-term partner Ana is a vet.", ("Dana", "partner_of", "Ana")),
        ("My knitting group meets on Tuesdays at the Anchor.", ("Dana", "member_of", "knitting group")),
    ],
)
def test_what_is_said_in_passing(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Looking forward to it!",
        "Thinking of you.",
        "If my car breaks down again I'll cry.",
        "Thanks for the help, Peter for the win.",
        "I'm doing well at school.",
        "The car is German.",
        "That taught me a lesson.",
        "My kids are asleep.",
        "Nothing beats that!",
        "The food was Thai.",
    ],
)
def test_what_tells_nothing(text: str) -> None:
    assert found(text) == set()


def test_songs_are_written_with_somebody() -> None:
    assert not [fact for fact in found("I write my songs with Tomasz.") if fact[1] == "uses"]
    assert not [fact for fact in found("I'm doing yoga at Lotus Studio.") if fact[1].startswith("stud")]
    assert ("Amadou", "plays", "Fatou sings") not in found("Amadou plays the kora, Fatou sings, and I keep bees.")
