"""Everyday talk: what happens to people and things, how they stand, their days, dealings and addresses; and what is
none of it.
"""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, ONTOLOGY, findings, found
from zeph.memory.ingest.local.rules.contacts import bare_addresses, may_tell
from zeph.memory.ingest.local.text.everyday import everyday
from zeph.memory.language.names import is_junk_name

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My van broke down on the way to Cork.", ("Dana's van", "has_event", "breakdown")),
        ("The dishwasher is leaking again.", ("Dana's dishwasher", "has_event", "leak")),
        ("My bike got stolen on Sunday.", ("Dana's bike", "has_event", "theft")),
        ("Someone stole my bike from the station.", ("Dana's bike", "has_event", "theft")),
        ("I was laid off in June.", ("Dana", "has_event", "layoff")),
        ("My brother got made redundant.", ("Dana's brother", "has_event", "layoff")),
        ("I retired last year.", ("Dana", "has_event", "retirement")),
        ("My grandfather passed away last night.", ("Dana's grandfather", "has_event", "death")),
        ("We split up last spring.", ("Dana", "has_event", "separation")),
        ("My parents divorced when I was six.", ("Dana's parents", "has_event", "divorce")),
        ("My wife is expecting.", ("Dana's wife", "has_event", "pregnancy")),
        ("Our baby is due in April.", ("Dana's baby", "has_event", "birth")),
        ("My passport expires in March 2027.", ("Dana's passport", "has_event", "expiry")),
        ("There was a power cut at the office this morning.", ("Dana's office", "has_event", "power cut")),
        ("I changed jobs in May.", ("Dana", "has_event", "job change")),
        ("I moved teams last month.", ("Dana", "has_event", "team change")),
        ("I had my appendix out in 2019.", ("Dana", "experience", "appendix removal")),
        ("My old area was hit by a nasty flood last week.", ("Dana's area", "has_event", "flood")),
        ("I got hit by a car in May.", ("Dana", "has_event", "traffic accident")),
        ("I got a new place with a garden.", ("Dana", "has_event", "house move")),
        ("The washing machine is broken.", ("Dana's washing machine", "has_event", "breakdown")),
        ("My partner's expecting twins in May!", ("Dana's partner", "has_event", "pregnancy")),
        ("We had to say goodbye to Rollo.", ("Dana", "said_goodbye_to", "Rollo")),
    ],
)
def test_what_happened_is_named_by_a_noun(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


def test_a_happening_has_its_date_and_what_is_stolen_is_gone() -> None:
    (theft,) = (f for f in findings("My bike got stolen on Sunday.") if f.relation == "has_event")
    (owned,) = (f for f in findings("My bike got stolen on Sunday.") if f.relation == "owns")
    assert theft.valid_from == "on Sunday" and owned.ends and owned.valid_until == "on Sunday"
    (expiry,) = findings("My visa expires in March 2027.")
    assert expiry.future and expiry.valid_from == "in March 2027"
    (sugar,) = findings("I gave up sugar in January.")
    assert sugar.ends and sugar.valid_until == "in January"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm single.", ("Dana", "has_marital_status", "single")),
        ("I'm left-handed.", ("Dana", "has_trait", "left-handedness")),
        ("I'm an introvert.", ("Dana", "is_a", "introvert")),
        ("I'm a bit of a night owl.", ("Dana", "is_a", "night owl")),
        ("I'm Muslim.", ("Dana", "has_religion", "Islam")),
        ("My wife is Catholic.", ("Dana's wife", "has_religion", "Catholicism")),
        ("I'm between jobs.", ("Dana", "has_status", "unemployment")),
        ("I've been on sick leave since Tuesday.", ("Dana", "has_status", "sick leave")),
        ("I live alone.", ("Dana", "has_status", "living alone")),
        ("I live with my parents.", ("Dana", "roommate_of", "Dana's parents")),
        ("My landlord is Mr. Petrov.", ("Mr. Petrov", "has_role", "landlord")),
        ("Our landlady is called Greta.", ("Greta", "has_role", "landlady")),
        ("My landlord Piet fixed the boiler.", ("Piet", "fix", "boiler")),
        ("Bruno is a beagle.", ("Bruno", "is_a", "beagle")),
        ("My office is on the third floor.", ("Dana's office", "located_in", "third floor")),
        ("I'm 182 cm tall.", ("Dana", "has_height", "182 cm tall")),
        ("My blood type is O negative.", ("Dana", "has_blood_type", "blood type O negative")),
    ],
)
def test_how_somebody_stands(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


def test_what_ended_and_what_only_began() -> None:
    (jobless,) = findings("I was unemployed for a year.")
    assert jobless.ends
    (single,) = findings("I'm no longer single!")
    assert single.ends and single.fact == "Dana is no longer single"
    (widowed,) = findings("I was widowed in 2018.")
    assert not widowed.ends and widowed.valid_from == "in 2018"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My email is dana@example.org.", ("Dana", "has_email", "dana@example.org")),
        ("You can reach me at dana.b@work.example", ("Dana", "has_email", "dana.b@work.example")),
        ("My phone number is 555 0199.", ("Dana", "has_phone", "phone 555 0199")),
        ("My blog is at https://tides.example.net.", ("Dana", "has_website", "tides.example.net")),
        ("My GitHub handle is mossyrock.", ("Dana", "has_account", "mossyrock")),
        ("I'm mossy_rock on Mastodon.", ("Dana", "has_account", "mossy_rock")),
        ("I'm in the UTC+2 timezone.", ("Dana", "has_timezone", "UTC+2")),
        ("My pronouns are they/them.", ("Dana", "has_pronouns", "they/them")),
    ],
)
def test_how_somebody_is_reached(text: str, fact: tuple[str, str, str]) -> None:
    assert may_tell(text) and fact in found(text)
    assert not is_junk_name(fact[2])


def test_addresses_are_not_entities_of_other_rules() -> None:
    assert bare_addresses("see https://www.a.example/b") == "see a.example/b"
    assert not found("My password is hunter2.") and not found("The user has an email field.")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I bike to work.", ("Dana", "commutes_by", "bike")),
        ("I walk to the office.", ("Dana", "commutes_by", "walking")),
        ("I take the tram to work.", ("Dana", "commutes_by", "tram")),
        ("My wife drives to work.", ("Dana's wife", "commutes_by", "car")),
        ("I work from home on Fridays.", ("Dana", "has_routine", "remote work")),
        ("I get up at 5:30.", ("Dana", "has_routine", "wake-up time")),
        ("My standup is at 9:15.", ("Dana", "has_routine", "standup")),
        ("Salma's wedding is on June 5.", ("Salma", "plans_to", "wedding")),
    ],
)
def test_days_and_ways(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


def test_no_date_is_an_entity() -> None:
    assert is_junk_name("Fridays") and is_junk_name("weekdays")
    assert not [f for f in findings("I usually work from home on Fridays.") if "friday" in f.target.casefold()]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ahmed lent me his drill.", ("Dana", "borrows", "Ahmed's drill")),
        ("Kenji recommended the ramen place on Mill Street.", ("Kenji", "recommends", "ramen place")),
        ("My therapist suggested journaling.", ("Dana's therapist", "recommends", "journaling")),
        ("I owe my brother 200 euros.", ("Dana", "owes", "Dana's brother")),
        ("Tom owes me 20 quid.", ("Tom", "owes", "Dana")),
        ("I saw Björk live in 2015.", ("Dana", "saw_live", "Björk")),
        ("I sit next to Priya.", ("Dana", "sits_next_to", "Priya")),
        ("I don't drink.", ("Dana", "avoids", "alcohol")),
        ("I earn 52k.", ("Dana", "has_salary", "salary of 52k")),
        ("My rent went up to 950.", ("Dana", "has_rent", "rent of 950")),
        ("I pay 900 euros rent.", ("Dana", "has_rent", "rent of 900 euros")),
        ("My budget for the trip is 1500 dollars.", ("Dana", "has_budget", "trip budget of 1500 dollars")),
        ("Coffee after noon gives me headaches.", ("Dana", "gets_headaches_from", "coffee")),
        ("My job gives me anxiety.", ("Dana", "gets_anxiety_from", "Dana's job")),
        ("I'm inspired by listening to music.", ("Dana", "inspired_by", "listening to music")),
    ],
)
def test_dealings(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My go-to restaurant is Sakura.", ("Dana", "prefers", "Sakura")),
        ("My main monitor is a Dell.", ("Dana", "owns", "Dell")),
        ("The database is Postgres 16.", ("Dana", "uses", "Postgres 16")),
        ("My gym is PureGym.", ("Dana", "uses", "PureGym")),
        ("My surname is Okafor.", ("Dana", "has_name", "Okafor")),
        ("My favourite band is Lanterns on the Lake.", ("Dana", "prefers", "Lanterns on the Lake")),
        ("I'm off gluten since March.", ("Dana", "avoids", "gluten")),
        ("My thesis is about river deltas.", ("Dana", "studies", "river deltas")),
        ("I self-host Nextcloud on a Raspberry Pi.", ("Nextcloud", "hosted_on", "Raspberry Pi")),
        ("I ran my first 10k in under an hour.", ("Dana", "completed", "10k race")),
        ("It's a book I read last month.", ("Dana", "reads", "book")),
        ("I'd love to visit Iceland.", ("Dana", "plans_to_visit", "Iceland")),
        (
            "It's been good having people behind me while volunteering at the food bank.",
            ("Dana", "volunteers_at", "food bank"),
        ),
        ("Touring with Frank Bell last week was wild.", ("Dana", "tour_with", "Frank Bell")),
        ("Oscar, my guinea pig.", ("Dana", "has_pet", "Oscar")),
    ],
)
def test_other_wordings(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


def test_a_wording_that_is_not_known_stays() -> None:
    assert everyday("I like tea.") == [] and everyday("My go-to editor is Helix.") == []
    assert everyday("We self-host Gitea") == ["We use Gitea."]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My best friend is Wanjiru. I've known her since 2009.", ("Dana", "knows_person", "Wanjiru")),
        ("My boss is Inga. She works from Riga.", ("Inga", "work_from", "Riga")),
        ("I have a sister. She lives in Oslo.", ("Dana's sister", "lives_in", "Oslo")),
        ("I adopted a dog. He hates cats.", ("Dana's dog", "dislikes", "cats")),
        ("My parents moved to Spain. They run a small hotel.", ("Dana's parents", "manages", "hotel")),
        ("We got a new neighbour, Ahmed. He fixes bikes.", ("Ahmed", "fix", "bikes")),
    ],
)
def test_who_was_named_just_before_is_meant(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    ("text", "junk"),
    [
        ("I'm training for the Berlin marathon.", ("Dana", "member_of", "Berlin marathon")),
        ("I donate blood four times a year.", ("Dana", "donate", "blood four times")),
        ("I got into Cambridge!", ("Dana", "likes", "Cambridge")),
        ("I'm in Porto for the week.", ("Dana", "lives_in", "Porto")),
        ("I usually order the pad thai.", ("Dana", "owns", "pad Thai")),
        ("Ahmed lent me his drill.", ("Dana", "owns", "drill")),
        ("I named my new puppy Loki.", ("Dana", "name", "puppy Loki")),
        ("I was let go of by the ledge.", ("Dana", "has_event", "layoff")),
        ("The compiler gives me a warning.", ("Dana", "gets_warning_from", "compiler")),
        ("I started therapy with a woman called Dr. Lindqvist.", ("Dana", "works_at", "Dr. Lindqvist")),
    ],
)
def test_what_it_does_not_mean(text: str, junk: tuple[str, str, str]) -> None:
    assert junk not in found(text)


def test_a_fact_of_a_list_keeps_to_its_own_thing() -> None:
    facts = {f.fact for f in findings("I speak Polish with my mother and German at work.")}
    assert "Dana speaks German" in facts


@pytest.mark.parametrize(
    "text",
    [
        "The test died with a segfault.",
        "The build is broken.",
        "The server died at 3am.",
        "The connection broke down.",
        "My script keeps crashing.",
        "The session expired.",
        "My query died.",
        "The program exits with code 1.",
        "If my car broke down I'd take the bus.",
        "What if I got laid off tomorrow?",
        "Imagine I'm a pirate.",
        "Pretend you are my landlord.",
        "I never said I was laid off.",
        "I'm not a Virgo.",
        "I'm single-threaded today, sorry.",
        "I wish I lived alone.",
        "I might retire next year.",
        "Should I quit my job?",
        "Suppose I earn 52k, how much tax do I pay?",
        "Let's say my budget is 500 dollars.",
        "The article says people earn 52k on average.",
        "They say coffee gives you headaches.",
        'She said "I\'m getting married".',
        "In the book the grandfather dies.",
        "Write a story about a man who retired.",
        'Translate "my car broke down" into German.',
        "Would you recommend the ramen place?",
        "I'm allergic to Java, just kidding.",
        "I'm dying to see it.",
        "The database is slow today.",
        "How do I get to work by bus?",
    ],
)
def test_what_tells_nothing(text: str) -> None:
    assert not found(text)


def test_every_relation_of_the_rules_stands_in_the_ontology() -> None:
    for name in (
        "has_event has_routine has_status has_marital_status has_trait has_religion has_email has_phone has_website "
        "has_account has_address has_timezone has_pronouns has_salary has_rent has_budget has_height has_size "
        "has_blood_type commutes_by recommends borrows owes sits_next_to"
    ).split():  # fmt: skip
        assert ONTOLOGY.get(name) is not None
