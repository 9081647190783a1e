"""The patterns of the local extractor as tables: verbs, nouns, and how often each pattern was right.

In: nothing. Out: :data:`FRAMES` (verb and preposition → relation and kind of object), noun tables for "my X is Y" and
"I'm X", and :data:`PATTERN_PRECISION`, the one place where a pattern's confidence comes from. It is measured on
``tests/data/local_extraction.jsonl`` and real chats; below 0.6 a fact is only a candidate (graph-memory §3).
"""

from dataclasses import dataclass
from typing import Literal

from zeph.memory.language.gazetteer import read_data

Kind = Literal[
    "thing", "name", "tool", "place", "org", "event", "person", "role", "activity", "pet", "owned", "language"
]


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb with its preposition: what it says about subject and object."""

    verb: str
    preps: tuple[str, ...]
    """Words that stand between verb and object; empty: the object follows at once."""
    relation: str
    kind: Kind
    pattern: str
    stative: bool = False
    """A state: in the simple past it is over ("I lived in Paris")."""
    passive: bool = False
    """Only as a participle after a form of "be" or alone ("hosted on")."""
    things: bool = False
    """Also said of things, which are projects then ("staging runs on Hetzner")."""


# verb | prepositions (/ between alternatives, - for none) | relation | kind | pattern | flags (s, p, t)
_TABLE = """
use | - | uses | tool | uses | t
utilize | - | uses | tool | uses | t
rely | on | uses | tool | uses | t
code | in/on | uses | tool | uses
program | in | uses | tool | uses
write | in | uses | name | writes_in
run | - | uses | name | runs
run | on | runs_on | name | runs_on | t
live | in/near/at/outside | lives_in | place | lives | s
reside | in | lives_in | place | lives | s
base | in/out of | lives_in | place | based | p
settle | in | lives_in | place | lives
relocate | to | lives_in | place | moved
move | to/back to/over to/into/out to/here to | lives_in | place | moved
come | from | comes_from | place | from
hail | from | comes_from | place | from
grow | up in/up near | comes_from | place | grew_up
raise | in | comes_from | place | grew_up | p
bear | in | born_in | place | born | p
bear | on | born_on | event | born | p
work | at/for | works_at | org | works_at | s
start | at | works_at | org | works_at
work | as | has_role | role | works_as | s
work | on | works_on | thing | works_on
work | with | works_with | name | works_with
work | in | works_in | thing | works_in | s
employ | at/by | works_at | org | works_at | p
intern | at/with | works_at | org | works_at | s
join | - | joined | org | joined
run | - | attended | event | attended
take | to | attended | event | attended
have | a degree in | has_degree | thing | studies
join | as | has_role | role | works_as
apply | to/for | applied_to | thing | signed_up
plan | - | plans_to | event | plans
hire | by/at | works_at | org | works_at | p
freelance | as | has_role | role | works_as | s
promote | to | has_role | role | promoted | p
become | - | has_role | role | became
manage | - | manages | thing | manages
lead | - | manages | thing | manages
maintain | - | works_on | thing | works_on
build | - | works_on | thing | builds
develop | - | works_on | thing | builds
contribute | to | works_on | thing | works_on
found | - | founded | org | founded
cofound | - | founded | org | founded
study | - | studies | thing | studies
study | at | studied_at | org | studied_at
major | in | studies | thing | studies
graduate | from | studied_at | org | studied_at
enroll | at/in | studied_at | org | studied_at
learn | -/about | learns | activity | learns
speak | - | speaks | language | speaks
teach | - | teaches | thing | teaches
know | - | knows | name | knows
like | - | likes | activity | likes
love | - | likes | activity | likes
enjoy | - | likes | activity | likes
adore | - | likes | activity | likes
prefer | - | prefers | activity | prefers
hate | - | dislikes | activity | dislikes
dislike | - | dislikes | activity | dislikes
detest | - | dislikes | activity | dislikes
stand | - | dislikes | activity | cannot_stand
avoid | - | avoids | activity | avoids
own | - | owns | thing | owns | s
drive | - | owns | thing | drives
ride | - | owns | name | drives
have | - | owns | owned | has | s
get | - | owns | owned | has
buy | - | owns | thing | bought
purchase | - | owns | thing | bought
adopt | - | has_pet | pet | adopted
play | - | plays | thing | plays
practice | - | practices | thing | practices
collect | - | collects | thing | collects
drink | - | drinks | thing | drinks
eat | - | eats | thing | eats
marry | -/to | married_to | person | married
date | - | partner_of | person | partner
meet | -/with/up with | met | person | met
visit | - | visited | place | visited
travel | to | visited | place | visited
fly | to | visited | place | visited
drive | to | visited | place | visited
go | to/on/for | attended | event | went_to
attend | - | attended | event | attended
participate | in | attended | event | attended
take | part in | attended | event | attended
compete | in | attended | event | attended
perform | at/in | attended | event | attended
speak | at | attended | event | attended
sign | up for | attended | event | signed_up
volunteer | at/for/with/in | volunteers_at | org | volunteers
organize | - | organised | event | organised
organise | - | organised | event | organised
host | - | organised | event | organised
host | on/at/with | hosted_on | name | hosted | t
celebrate | - | celebrated | event | celebrated
finish | - | completed | event | finished
complete | - | completed | event | finished
pass | - | completed | event | finished
win | - | completed | event | finished
paint | - | created | thing | created
write | - | created | thing | created
make | - | created | thing | created
draw | - | created | thing | created
bake | - | created | thing | created
compose | - | created | thing | created
publish | - | created | thing | created
release | - | created | thing | created
launch | - | created | thing | created
create | - | created | thing | created
depend | on/upon | depends_on | name | depends | t
require | - | depends_on | name | depends | t
deploy | on/to/with/via | deployed_to | name | deployed | t
write | in | written_in | name | written_in | pt
implement | in | written_in | name | written_in | pt
build | with/on/in/using/on top of | built_with | name | built_with | pt
make | with | built_with | name | built_with | pt
base | on | built_with | name | built_with | pt
power | by | built_with | name | built_with | pt
host | on/at/by/in | hosted_on | name | hosted | pt
deploy | on/to/with | deployed_to | name | deployed | pt
store | in/on | stores_in | name | stored | pt
create | by | created_by | person | created_by | pt
make | by | created_by | person | created_by | pt
write | by | created_by | person | created_by | pt
develop | by | created_by | person | created_by | pt
maintain | by | maintained_by | person | created_by | pt
store | in/on | stores_in | name | stored | t
locate | in/at | located_in | place | located | pt
headquarter | in | located_in | place | located | pt
diagnose | with | has_condition | thing | diagnosed | p
"""
_IRREGULAR = {
    "write": "writes wrote written writing", "run": "runs ran run running", "come": "comes came come coming",
    "grow": "grows grew grown growing", "bear": "bears bore born bearing", "become": "becomes became become becoming",
    "build": "builds built built building", "speak": "speaks spoke spoken speaking", "know": "knows knew known knowing",
    "teach": "teaches taught taught teaching", "stand": "stands stood stood standing", "have": "has had had having",
    "drive": "drives drove driven driving", "ride": "rides rode ridden riding", "get": "gets got gotten getting",
    "buy": "buys bought bought buying", "read": "reads read read reading", "drink": "drinks drank drunk drinking",
    "eat": "eats ate eaten eating", "meet": "meets met met meeting", "fly": "flies flew flown flying",
    "go": "goes went gone going", "take": "takes took taken taking", "make": "makes made made making",
    "draw": "draws drew drawn drawing", "win": "wins won won winning", "lead": "leads led led leading",
    "quit": "quits quit quit quitting", "leave": "leaves left left leaving", "give": "gives gave given giving",
    "swap": "swaps swapped swapped swapping", "drop": "drops dropped dropped dropping",
    "stop": "stops stopped stopped stopping", "prefer": "prefers preferred preferred preferring",
    "plan": "plans planned planned planning", "program": "programs programmed programmed programming", "travel": "travels traveled traveled traveling",
        "found": "founds founded founded founding",
}  # fmt: skip
CHANGE_VERBS = ("switch", "migrate", "replace", "swap", "ditch", "drop", "stop", "quit", "leave", "give", "start", "land", "accept", "abandon", "convert", "upgrade", "retire", "transition", "cancel", "resign")  # fmt: skip


def _frames() -> dict[str, list[Frame]]:
    frames: dict[str, list[Frame]] = {}
    for line in _TABLE.strip().splitlines():
        verb, preps, relation, kind, pattern, *flags = (part.strip() for part in line.split("|"))
        given = flags[0] if flags else ""
        for prep in preps.split("/"):
            words = () if prep == "-" else tuple(prep.split())
            frame = Frame(verb, words, relation, kind, pattern, "s" in given, "p" in given, "t" in given)  # type: ignore[arg-type]
            frames.setdefault(verb, []).append(frame)
    for group in frames.values():
        group.sort(key=lambda frame: -len(frame.preps))
    return frames


def inflect(verb: str) -> tuple[str, str, str, str]:
    """Third person, past, participle and gerund of a verb of the table."""
    if verb in _IRREGULAR:
        third, past, participle, gerund = _IRREGULAR[verb].split()
        return third, past, participle, gerund
    stem = verb[:-1] if verb.endswith("e") else verb
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{stem[:-1]}ies", f"{stem[:-1]}ied", f"{stem[:-1]}ied", f"{verb}ing"
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"
    return third, f"{stem}ed", f"{stem}ed", f"{stem}ing"


def _forms() -> dict[str, tuple[str, str]]:
    forms: dict[str, tuple[str, str]] = {}
    for verb in (*FRAMES, *CHANGE_VERBS):
        third, past, participle, gerund = inflect(verb)
        for form, tag in ((verb, "VB"), (third, "VBZ"), (past, "VBD"), (participle, "VBN"), (gerund, "VBG")):
            forms.setdefault(form, (verb, tag))
    forms |= {"travelled": ("travel", "VBD"), "travelling": ("travel", "VBG"), "enrolled": ("enroll", "VBD")}
    forms |= {"co-founded": ("cofound", "VBD"), "practise": ("practice", "VB"), "based": ("base", "VBN")}
    del forms["found"]  # nearly always the past of "find"
    return forms


FRAMES = _frames()
VERB_FORMS = _forms()
"""Form → (verb, Penn tag)."""

KIN: dict[str, str] = {
    "ex-wife": "knows_person", "ex-husband": "knows_person", "ex-girlfriend": "knows_person", "ex-boyfriend": "knows_person",
    "wife": "married_to", "husband": "married_to", "spouse": "married_to", "partner": "partner_of",
    "girlfriend": "partner_of", "boyfriend": "partner_of", "fiancée": "partner_of", "fiancé": "partner_of",
    "fiance": "partner_of", "fiancee": "partner_of", "son": "parent_of", "daughter": "parent_of", "kid": "parent_of",
    "child": "parent_of", "baby": "parent_of", "mother": "child_of", "mom": "child_of", "mum": "child_of",
    "father": "child_of", "dad": "child_of", "sister": "sibling_of", "brother": "sibling_of", "twin": "sibling_of",
    "sibling": "sibling_of", "grandmother": "grandchild_of", "grandma": "grandchild_of", "grandfather": "grandchild_of",
    "grandpa": "grandchild_of", "granddaughter": "grandparent_of", "grandson": "grandparent_of", "aunt": "relative_of",
    "uncle": "relative_of", "cousin": "relative_of", "nephew": "relative_of", "niece": "relative_of",
    "friend": "friend_of", "buddy": "friend_of", "colleague": "colleague_of", "coworker": "colleague_of",
    "co-worker": "colleague_of", "teammate": "colleague_of", "neighbor": "neighbor_of", "neighbour": "neighbor_of",
    "roommate": "roommate_of", "flatmate": "roommate_of", "boss": "managed_by", "manager": "managed_by",
    "mentor": "mentored_by", "doctor": "has_doctor", "therapist": "has_doctor", "dentist": "has_doctor",
} | {
    word: relation
    for relation, words in (
        ("has_doctor", "gp physio physiotherapist psychiatrist psychologist dermatologist cardiologist optician vet"),
        ("managed_by", "supervisor lead"),
        ("mentored_by", "teacher tutor trainer instructor advisor adviser"),
        ("relative_of", "mother-in-law father-in-law brother-in-law sister-in-law son-in-law daughter-in-law stepmother "
         "stepfather stepmom stepdad stepbrother stepsister auntie godmother godfather godson goddaughter great-aunt "
         "great-uncle in-law stepson stepdaughter"),
        ("grandchild_of", "gran granny grandad granddad nan nana grandparent great-grandmother great-grandfather"),
        ("grandparent_of", "grandchild grandkid"),
        ("parent_of", "eldest oldest youngest toddler boy girl newborn"),
        ("child_of", "mama papa"),
        ("sibling_of", "half-sister half-brother"),
        ("friend_of", "pal mate bestie penpal classmate"),
        ("colleague_of", "workmate co-founder cofounder bandmate"),
        ("roommate_of", "housemate roomie"),
        ("married_to", "hubby"),
    )
    for word in words.split()
}  # fmt: skip
PETS = frozenset(
    "dog cat puppy kitten hamster rabbit bunny parrot budgie canary goldfish tortoise turtle snake lizard gecko ferret "
    "horse pony hedgehog pup pet retriever labrador poodle beagle collie husky corgi dachshund bulldog terrier".split()
)
PETS |= frozenset(
    "greyhound newfoundland samoyed malinois vizsla weimaraner akita rottweiler doberman labradoodle cockapoo gerbil "
    "chinchilla parakeet cockatiel cockatoo axolotl newt spaniel mastiff whippet pug chihuahua shih-tzu schnauzer "
    "dalmatian tabby ragdoll llama alpaca donkey".split()
)
MY_NOUN = {
    "laptop": "owns", "phone": "owns", "car": "owns", "bike": "owns", "motorbike": "owns", "keyboard": "owns",
    "computer": "owns", "tablet": "owns", "camera": "owns", "guitar": "owns", "piano": "owns", "watch": "owns",
    "editor": "uses", "ide": "uses", "shell": "uses", "terminal": "uses", "browser": "uses", "os": "uses",
    "distro": "uses", "database": "uses", "stack": "uses", "language": "uses", "setup": "uses", "tool": "uses", "framework": "uses", "linter": "uses", "formatter": "uses", "orm": "uses",
    "package manager": "uses", "window manager": "uses", "password manager": "uses", "note app": "uses", "vpn": "uses",
    "search engine": "uses", "mail client": "uses", "email client": "uses", "ci": "uses", "db": "uses", "wm": "uses",
    "desktop environment": "uses", "messenger": "uses", "debugger": "uses", "host": "uses",
    "bank": "uses", "font": "uses", "machine": "owns",
    "hometown": "comes_from", "employer": "works_at", "company": "works_at", "job": "has_role", "profession": "has_role",
    "occupation": "has_role", "role": "has_role", "title": "has_role", "hobby": "likes", "hobbies": "likes",
    "passion": "likes", "major": "studies", "degree": "has_degree", "goal": "has_goal", "dream": "has_goal",
    "dream job": "has_goal", "name": "has_name", "nickname": "has_name", "birthday": "born_on", "team": "member_of",
    "university": "studied_at", "school": "studied_at", "diet": "follows_diet",
}  # fmt: skip
THINGS = frozenset(
    "environment staging production prod backend frontend front-end back-end api server app application site website blog service "
    "database pipeline ci cluster project repo repository deployment infrastructure infra codebase bot game homepage "
    "dashboard cli library package plugin extension script scraper crawler system platform monolith microservice "
    "microservices gateway queue cache worker cron shop store portfolio newsletter wiki docs documentation firmware"
    .split()
)  # fmt: skip
EVENTS = frozenset(
    "conference concert meetup party wedding festival parade group class workshop course retreat camp race marathon "
    "triathlon hackathon exhibition exhibit show gig game match tournament ceremony funeral birthday dinner picnic "
    "reunion interview lecture talk seminar webinar summit convention expo fair trip vacation holiday roadtrip cruise "
    "hike tour training lesson lessons session rally protest march celebration graduation ball prom barbecue bbq play "
    "musical opera ballet recital reading screening fundraiser gala auction competition contest championship event "
    "meeting standup bootcamp baptism "
    "honeymoon sprint 5k 10k half-marathon exam test certification degree program project swim dive clinic".split()
)
PLACES = frozenset(
    "beach museum park zoo gym library cafe restaurant lake mountains forest aquarium gallery farm theater theatre "
    "cinema castle church temple synagogue mosque market mall island countryside coast seaside desert canyon river "
    "cabin pool arena stadium planetarium garden playground shelter".split()
)
GROUPS = frozenset("team club group gym choir band association committee board union league community society".split())
ROLE_ENDS = (
    "landlord", "landlady", "electrician", "roommate",
    "er", "or", "ist", "ian", "eer", "ant", "nurse", "chef", "cook", "student", "intern", "scientist", "pilot", "judge",
    "mechanic", "architect", "analyst", "lead", "ceo", "cto", "sre", "phd", "dba", "dev", "freelancer", "nanny", "vet",
    "clerk", "attorney", "coach", "guide", "mom", "dad", "parent", "widow", "veteran", "president", "head", "officer",
    "postdoc", "apprentice", "accountant", "secretary", "assistant", "guard", "researcher", "fellow", "admin", "critic",
    *(word for word in read_data("nouns.toml")["roles"].split() if len(word) > 2),
)  # fmt: skip
NOT_ROLES = frozenset(
    "smoker teetotaller riser sleeper atheist perfectionist pacifist minimalist optimist pessimist procrastinator bummer vegetarian vegan pescatarian lover believer number matter member winner loser beginner user fan supporter owner reminder minor major senior "
    "junior wonder disaster killer shower dinner summer winter weather other brother sister mother father daughter "
    "person mess person night morning learner sucker stranger outsider survivor over ever for newcomer water her "
    "paper power answer matter order giant restaurant corner butter laughter mentor-less hoor door floor color favor "
    "error terror mirror visitor monster offer newbie talker listener thinker eater sleeper ambassador better "
    "clearer harder easier older younger stronger happier bigger smaller closer busier calmer healthier parent".split()
)
OWNED = frozenset(
    "car bike motorcycle scooter boat van truck house flat apartment cabin cottage garden farm laptop phone tablet "
    "camera guitar piano violin keyboard monitor server nas telescope drone allotment greenhouse motorbike campervan "
    "cello ukulele banjo accordion saxophone flute trumpet harp telescope e-bike ebike cargo-bike kindle console headset "
    "synth tent oven caravan skateboard surfboard kayak bakery company startup business shop restaurant".split()
)
CONDITIONS = frozenset(
    "asthma diabetes adhd autism anxiety depression insomnia migraines epilepsy arthritis dyslexia celiac".split()
)
_VAGUE = frozenset(
    "thing things stuff way ways lot lots bit kind sort time times day days week weeks month year years people person "
    "someone something part parts one ones idea ideas fact place reason moment moments side point issue issues problem "
    "problems question questions sense feeling feelings love sign chance example case matter deal look view words word "
    "name names number everything anything nothing everyone others rest job work life world start end step steps tons "
    "support help fun effort progress mind heart option options choice choices experience news area areas goal change "
    "changes difference total opportunity couple few front back hand pic pics picture photo photos story stories "
    "ton mess break pleasure success change top stage plan plans hour hours minute minutes half moments memories mems "
    "result results look kinds types type idea rid ahead power hope home ages past future space decision decisions "
    "care note notes message messages answer answers guts vibe vibes journey path paths sure use thanks luck".split()
)
VAGUE = _VAGUE | {word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s") for word in _VAGUE}
"""Heads of phrases that name nothing, singular and plural."""
PRAISE = frozenset(
    "great awesome amazing cool nice good bad best better favorite new old own little big small huge lovely beautiful "
    "wonderful fantastic incredible super fun powerful inspiring special important real recent next last first second "
    "third many much several few same other certain different whole entire current former latest only pretty cute sweet "
    "gorgeous perfect brand-new brand personal main primary local daily regular couple stunning crazy wild epic lil "
    "shiny trusty actual upcoming various young cheap fresh tiny long short quick".split()
)

PATTERN_PRECISION: dict[str, float] = {
    "uses": 0.9, "writes_in": 0.85, "runs": 0.8, "runs_on": 0.9, "lives": 0.95, "based": 0.92, "moved": 0.92,
    "from": 0.92, "grew_up": 0.95, "born": 0.95, "works_at": 0.94, "works_as": 0.95, "works_on": 0.8,
    "works_with": 0.8, "works_in": 0.7, "joined": 0.85, "promoted": 0.95, "became": 0.75, "manages": 0.7,
    "builds": 0.75, "founded": 0.85, "studies": 0.85, "studied_at": 0.92, "learns": 0.85, "speaks": 0.95,
    "teaches": 0.75, "knows": 0.65, "likes": 0.8, "prefers": 0.9, "dislikes": 0.85, "cannot_stand": 0.9, "avoids": 0.8,
    "owns": 0.85, "drives": 0.85, "has": 0.85, "bought": 0.75, "adopted": 0.9, "plays": 0.85, "practices": 0.75,
    "collects": 0.85, "reads": 0.8, "watches": 0.8, "drinks": 0.75, "eats": 0.7, "married": 0.92, "partner": 0.85,
    "met": 0.8, "visited": 0.88, "went_to": 0.85, "attended": 0.88, "signed_up": 0.85, "volunteers": 0.85,
    "organised": 0.75, "celebrated": 0.7, "finished": 0.7, "created": 0.7, "created_by": 0.85, "depends": 0.85,
    "deployed": 0.9, "written_in": 0.95, "built_with": 0.9, "hosted": 0.92, "stored": 0.85, "located": 0.9,
    "diagnosed": 0.9, "switched": 0.92, "replaced": 0.88, "ended": 0.85, "left": 0.75, "named_pet": 0.95,
    "named_kin": 0.95, "my_noun": 0.88, "favorite": 0.9, "am_role": 0.88, "am_from": 0.95, "am_into": 0.85,
    "am_allergic": 0.95, "am_diet": 0.95, "am_name": 0.85, "my_name": 0.97, "member": 0.85, "is_role": 0.85,
    "is_kin": 0.9, "is_a": 0.7, "plans": 0.75, "condition": 0.85, "pronoun": 0.7, "kin_unnamed": 0.85,
    "frame": 0.82, "frame_end": 0.82, "open_past": 0.85, "open_now": 0.8, "open_prep": 0.8, "open_plan": 0.85, "open_feel": 0.82, "open_by": 0.75,
    "open_mine": 0.75, "open_opinion": 0.75, "happening": 0.85, "standing": 0.88, "contact": 0.95, "routine": 0.85, "towards": 0.9, "dealing": 0.85,
}  # fmt: skip
USED_ONCE = 0.75
"""Factor of "I used Docker": once, or no longer."""
UNSURE = 0.85
"""Factor where the subject is a pronoun or left out and had to be guessed."""
