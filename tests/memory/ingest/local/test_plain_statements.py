"""Plain statements of every day: notes without a verb, ages, what one is asked to remember, skills, relatives of
relatives.
"""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, findings, found

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "fact", "when"),
    [
        ("dentist 3 may", ("Dana", "plans_to", "dentist appointment"), "coming 3 May"),
        ("flight to Oslo monday", ("Dana", "plans_to", "Oslo"), "coming Monday"),
        ("exam friday", ("Dana", "plans_to", "exam"), "coming Friday"),
        ("Friday: dentist", ("Dana", "plans_to", "dentist appointment"), "coming Friday"),
        ("dinner with Sam saturday", ("Dana", "plans_to", "dinner"), "coming Saturday"),
        ("I have dinner with Sam on Saturday.", ("Dana", "plans_to", "dinner"), "coming Saturday"),
        ("holiday in Spain in august", ("Dana", "plans_to", "holiday"), "coming August"),
        ("The dentist is on Thursday.", ("Dana", "plans_to", "dentist appointment"), "coming Thursday"),
        ("my sister's wedding on 5 June", ("Dana's sister", "plans_to", "wedding"), "coming 5 June"),
    ],
)
def test_a_dated_note_is_a_plan(text: str, fact: tuple[str, str, str], when: str) -> None:
    (plan,) = [f for f in findings(text) if (f.source, f.relation, f.target) == fact]
    assert plan.valid_from == when


@pytest.mark.parametrize(
    "text",
    [
        "exam stress",
        "book dentist tuesday",
        "cancel meeting friday",
        "any flights to Oslo on Monday?",
        "cheap flight to Oslo monday",
        "write a poem about a party on Friday",
        "dentist was fine",
        "new idea: use Redis",
        "new message: Hello",
        "new dog",
        "Remember to buy milk.",
        "Remember when I lived in Rome?",
        "Can you remember what I said about my job?",
        "Always use the same font here.",
        "Never use my name.",
        "Please write it in French.",
        "kids: none",
        "Date: 3 May",
        "Work: in progress",
        "work: stressful",
        "My brother scored 3, Tom 2.",
        "I'd rather have fewer bugs.",
        "My dog is going to be a dad.",
    ],
)
def test_what_is_no_note_states_nothing(text: str) -> None:
    assert not findings(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("new dog, Rex", ("Dana", "has_pet", "Rex")),
        ("new puppy named Waffles", ("Dana", "has_pet", "Waffles")),
        ("new laptop: Framework 13", ("Dana", "owns", "Framework 13")),
        ("new hobby: pottery", ("Dana", "likes", "pottery")),
        ("new flat in Leith", ("Dana", "lives_in", "Leith")),
        ("work: plumber", ("Dana", "has_role", "plumber")),
        ("work: Siemens", ("Dana", "works_at", "Siemens")),
        ("job: nurse, city: Leeds", ("Dana", "lives_in", "Leeds")),
        ("editor: neovim, shell: fish", ("Dana", "uses", "fish")),
        ("hobbies: chess, running, baking", ("Dana", "likes", "baking")),
        ("I adopted a cat called Bit.", ("Dana", "has_pet", "Bit")),
        ("My dog is called Lucky.", ("Dana", "has_pet", "Lucky")),
        ("We have three cats: Bit, Bob and Lu.", ("Dana", "has_pet", "Bit")),
    ],
)
def test_labels_and_names(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "I have two kids, Ana (7) and Ben (4).",
        "Two kids: Ana, 7, and Ben, 4",
        "my kids are Ana 7 and Ben 4",
        "kids: Ana 7, Ben 4",
        "Ana (7) and Ben (4) are my kids.",
        "I have a son, Ben, who is 4, and a daughter, Ana, who is 7.",
    ],
)
def test_children_with_their_ages(text: str) -> None:
    assert found(text) == {
        ("Dana", "parent_of", "Ana"), ("Dana", "parent_of", "Ben"),
        ("Ana", "has_age", "7 years old"), ("Ben", "has_age", "4 years old"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["My son reads Fahrenheit 451.", "My kids watched Apollo 13 and Shrek 2.", "My sister runs Debian 12."]
)
def test_a_number_in_a_name_is_no_age(text: str) -> None:
    assert not any(f.relation == "has_age" for f in findings(text))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Please remember that my wife's name is Anna.", ("Dana", "married_to", "Anna")),
        ("Can you remember that I prefer dark mode?", ("Dana", "prefers", "dark mode")),
        ("Please note: I only drink decaf.", ("Dana", "drinks", "decaf")),
        ("please keep in mind i'm allergic to shellfish", ("Dana", "allergic_to", "shellfish")),
        ("Please always answer in British English.", ("Dana", "prefers", "British English")),
        ("From now on always reply in German.", ("Dana", "prefers", "German")),
        ("Never use emojis.", ("Dana", "avoids", "emojis")),
        ("I can't swim.", ("Dana", "lacks_skill", "swimming")),
        ("My wife can't drive.", ("Dana's wife", "lacks_skill", "driving")),
        ("I never learned to ride a bike.", ("Dana", "lacks_skill", "cycling")),
        ("I don't know how to cook.", ("Dana", "lacks_skill", "cooking")),
        ("I'm terrible at maths.", ("Dana", "lacks_skill", "maths")),
        ("I know how to weld.", ("Dana", "knows", "welding")),
        ("My wife's parents live in Lyon.", ("Dana's wife's parents", "lives_in", "Lyon")),
        ("My brother's wife has diabetes.", ("Dana's brother's wife", "has_condition", "diabetes")),
        ("My husband's mother lives with us.", ("Dana", "roommate_of", "Dana's husband's mother")),
        ("My dad broke his leg.", ("Dana's dad", "has_condition", "injured leg")),
        ("I take 20 mg of Prozac every morning.", ("Dana", "uses", "Prozac")),
        ("I'd rather have tea than coffee.", ("Dana", "prefers", "tea")),
        ("I take my steak rare.", ("Dana", "likes", "rare steak")),
        ("I've gone off coffee.", ("Dana", "likes", "coffee")),
        ("My car insurance is with Allianz.", ("Dana", "uses", "Allianz")),
        ("My boyfriend and I just moved in together.", ("Dana", "roommate_of", "Dana's boyfriend")),
        ("I don't have any siblings.", ("Dana", "is_a", "only child")),
        ("My internet went down yesterday.", ("Dana's internet", "has_event", "outage")),
        ("Our fence blew down in the storm.", ("Dana's fence", "has_event", "collapse")),
        ("I was adopted.", ("Dana", "has_event", "adoption")),
        ("My parents are doctors.", ("Dana's parents", "has_role", "doctors")),
        ("Tom's parents live in Lyon.", ("Tom's parents", "lives_in", "Lyon")),
        ("I work part-time.", ("Dana", "has_routine", "part-time work")),
        ("My son has football practice on Wednesdays.", ("Dana's son", "has_routine", "football practice")),
        ("The kids have swimming on Tuesdays.", ("Dana's kids", "has_routine", "swimming")),
        ("I'm a diabetic.", ("Dana", "has_condition", "diabetes")),
        ("I have high blood pressure.", ("Dana", "has_condition", "high blood pressure")),
        ("I've been made team lead.", ("Dana", "has_role", "team lead")),
        ("They hired me at the zoo as a keeper.", ("Dana", "works_at", "zoo")),
        ("My previous job was at Ericsson.", ("Dana", "works_at", "Ericsson")),
        ("I'm Tilde, I'm 29 and I work at a bank.", ("Dana", "has_name", "Tilde")),
        ("Hello from rainy Galway!", ("Dana", "lives_in", "Galway")),
        ("Lorcan next door gave us two bushes.", ("Dana", "neighbor_of", "Lorcan")),
        ("Jazz isn't my thing.", ("Dana", "dislikes", "Jazz")),
        ("I try to avoid plastic.", ("Dana", "avoids", "plastic")),
        ("We have twins, Otto and Frida.", ("Dana", "parent_of", "Otto")),
        ("I have a new bike. It's a Canyon.", ("Dana", "owns", "Canyon")),
        ("My hairdresser is from Peru.", ("Dana's hairdresser", "comes_from", "Peru")),
        ("I had covid in March.", ("Dana", "has_condition", "covid")),
        ("My lease ends in October.", ("Dana's lease", "has_event", "expiry")),
        ("My girlfriend is going to be a mum.", ("Dana's girlfriend", "has_event", "pregnancy")),
        ("My father lives in Malmö, and my mother never left Lund.", ("Dana's mother", "lives_in", "Lund")),
    ],
)
def test_plain_statements(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


def test_it_is_a_day_is_no_name() -> None:
    assert found("I bought a car. It's Monday and I'm tired.") == {("Dana", "owns", "car")}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We keep our docs in Notion and our designs in Figma.", ("Dana", "uses", "Figma")),
        ("The firmware is in C, the host tool in Rust.", ("host tool", "written_in", "Rust")),
        ("The frontend is React, the backend FastAPI.", ("backend", "built_with", "FastAPI")),
        ("Payments are handled by Stripe.", ("Dana", "uses", "Stripe")),
        ("Deploys go through Argo CD.", ("Dana", "uses", "Argo CD")),
        ("My grandson installed Linux Mint for me.", ("Dana", "uses", "Linux Mint")),
        ("I record everything with a Zoom H5 and cut it in Reaper.", ("Dana", "uses", "Reaper")),
        ("I chose Rust for the backend.", ("Dana", "uses", "Rust")),
        ("I'm a vim user.", ("Dana", "uses", "vim")),
        ("Everything runs in Docker on a NUC.", ("Dana", "uses", "Docker")),
        ("Quarry is MIT licensed and lives on Codeberg.", ("Quarry", "has_license", "MIT")),
        ("The API moved to v3.", ("API", "has_version", "version 3")),
        ("I write most of my scripts in Perl.", ("Dana", "uses", "Perl")),
        ("My car insurance is with Allianz, but my phone contract is with Telia.", ("Dana", "uses", "Telia")),
    ],
)
def test_tools_told_in_passing(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'd choose Rust.",
        "The wedding is handled by Anna.",
        "Hello from Anna.",
        "I'm a new user.",
        "If it rains, I'd rather have tea than coffee.",
        "I left it in Bergen.",
        "Should I choose Rust?",
        "I don't work nights.",
    ],
)
def test_no_tool_no_place_and_no_habit(text: str) -> None:
    assert not any(f.relation in ("uses", "lives_in", "prefers", "has_routine") for f in findings(text))


@pytest.mark.parametrize(
    "text",
    [
        "I can't drive today.",
        "I can't swim there.",
        "If I can't swim, what should I do?",
        "I can cook tonight.",
        "you can't swim here",
        "I can't code without coffee.",
        "I went out last night.",
        "I'd rather not say.",
        "I'd rather have it simple.",
    ],
)
def test_what_holds_for_now_alone_is_no_skill_and_no_taste(text: str) -> None:
    assert not any(f.relation in ("lacks_skill", "knows", "prefers", "has_event") for f in findings(text))
