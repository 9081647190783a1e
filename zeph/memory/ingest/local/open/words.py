"""Word lists of the open rules: verbs and nouns that make no fact, groups one speaks of, relations read otherwise.

In: nothing. Out: sets and maps of lower-case words.
"""

EMPTY_VERBS = frozenset(
    "name be say tell ask thank mean guess suppose bet wonder seem sound hear see let know understand agree congratulate "
    "wish happen matter hope appreciate appear belong need stay mention reply answer assume wait check send "
    "imagine promise swear excuse forgive apologize live spend cry laugh smile sigh insist behave hesitate".split()
)
"""Verbs of talk and courtesy: what they are about is no fact about the speaker."""
EMPTY_CORES = frozenset(
    "be have see go get do make hear watch help talk know use look take work think try feel give come keep say tell "
    "let put find bring share chat ask show send wait lose throw strive push move stay add set turn hold leave continue "
    "become believe need want meet follow happen care pay pass reach grow spend catch check pick hang chill stop end open "
    "close start begin join provide offer create build receive improve increase make allow know love like enjoy".split()
)
"""Verbs that name no activity by themselves."""
GREETED = frozenset("hear see hope guess thank love like enjoy glad sorry happy sound look wish hope be wonder".split())
"""Opening words of replies ("glad to hear it"), which lack a subject for another reason than a diary."""
REFLEXIVE = frozenset(("introduce",))
OF_THE_MIND = frozenset("remember forget miss cherish treasure love hate like need know regret appreciate".split())
"""Nobody plans these: "I'll never forget that summer"."""
IDLE_HEADS = frozenset(
    "look pic picture photo image link message reply question advice word hand eye mind heart head face blast thanks "
    "thank congrats kudos chat hug touch fun pleasure honor shot go turn peek glimpse total plenty tons bunch couple "
    "life state feeling void size portion mix lives surge element access essential bit one deal while chill try level other notch impact difference step break wonder start vibe spirit term way ways rest "
    "cheer boost hold sake trace pace gonna bye hey wow lol ease chunk heap gang set dose edge line matter mention "
    "detail details stuff reminder extent sign part bit side end top course sense self bout kinda sorta anything guy buddy pal self-care bed behalf hype appointment meeting call sigh laugh giggle cry grin smile".split()
) - {"self-care"}
FRESH = frozenset(
    "make paint draw write buy get find bake cook design create see attend visit read watch knit sew build film record "
    "adopt rescue meet join try start finish discover".split()
)
"""Verbs by which a thing enters the talk: "I bought this candle"."""
QUANTITIES = frozenset("lot lots bunch ton tons couple plenty bit kind type sort piece pair variety number load loads some few".split())  # fmt: skip
NEEDS_OBJECT = frozenset(
    "have get make take give find put bring do buy want need love like enjoy see hear know use".split()
)
"""Verbs that say nothing without a direct object."""
INWARD = frozenset(("into", "through", "onto"))
"""Prepositions that give such a verb an object of their own: "got into politics"."""
TELLING = frozenset(
    "job work home school story goal change opportunity support love effort progress feeling memory success experience "
    "journey problem issue energy space power dream decision career life news break hope feelings memories".split()
)
"""Heads too vague for the closer rules that still name something of a person's life."""
PARTS = frozenset("friends part member fan supporter owner founder parent believer advocate lover".split())
DIRECTIONS = frozenset("away back out home together along around over up off down forward".split())
"""Adverbs that give such a verb a meaning of its own: "got away for a hike"."""
AIMS = frozenset("plan goal dream aim hope wish priority ambition resolution intention mission".split())
FOLK = frozenset(
    "tourists guests visitors people others kids children animals friends students folks clients customers strangers".split()
)
"""Objects too general to be an entity, while "helping people" is an activity."""
ACTIVITY_AFTER = frozenset("love like enjoy hate prefer start begin go try learn plan want".split())
LEADING_PREPS = frozenset(
    "to in on at with for from about into of by through for over around against towards toward near across behind "
    "under within without like as after during".split()
) - frozenset("like after during without as".split())
OWN_GROUPS = frozenset(
    "family fam parent folk in-law grandparent team band crew group class troupe squad company student client".split()
)
"""Those whom one speaks of as one's own, beside single relatives."""
HOUSEHOLD = frozenset("kid girl boy wife husband gf bf girlfriend boyfriend family fam dog cat pup puppy baby".split())
"""Those of one's own house: "the kids" are the speaker's."""
OPENINGS = frozenset(
    "yeah yes yep yup wow hey hi oh thanks thank congrats glad nah nope haha okay ok sure cool omg ugh".split()
)
"""Words of greeting that the tagger takes for names."""
COURTESY = frozenset("hear see know be have meet talk chat say let think look watch read".split())
"""Verbs of replies: "it's great to hear from your sister"."""
OUTPUTS = frozenset(
    "error errors warning warnings row rows result results output outputs value values trace stacktrace exception exceptions "
    "message messages response responses answer answers list number option options access file files".split()
)
"""What a program gives: no feeling and no gift."""
TOUCHES_ME = frozenset(
    "make help give bring inspire remind teach motivate push encourage keep allow support drive calm relax comfort "
    "show take cheer fill move touch change guide challenge lift boost ground refresh energize empower strengthen "
    "fascinate amaze surprise shock scare worry upset stress frustrate intrigue".split()
)
PARTICIPLES = {
    "make": "made", "give": "given", "bring": "brought", "teach": "taught", "keep": "kept", "drive": "driven",
    "show": "shown", "take": "taken", "help": "helped", "inspire": "inspired", "remind": "reminded", "push": "pushed",
    "motivate": "motivated", "encourage": "encouraged", "allow": "allowed", "support": "supported", "calm": "calmed",
    "relax": "relaxed", "comfort": "comforted", "cheer": "cheered", "fill": "filled", "move": "moved",
    "touch": "touched", "change": "changed", "guide": "guided", "challenge": "challenged", "lift": "lifted",
    "boost": "boosted", "ground": "grounded", "refresh": "refreshed", "energize": "energized", "empower": "empowered",
    "strengthen": "strengthened", "fascinate": "fascinated", "amaze": "amazed", "surprise": "surprised",
    "shock": "shocked", "scare": "scared", "worry": "worried", "upset": "upset", "stress": "stressed",
    "frustrate": "frustrated", "intrigue": "intrigued",
}  # fmt: skip
READ_AS: dict[str, str] = {
    "join": "becomes_part_of",
    "call": "phone_up",
    "start_at": "starts_out_at",
    "raise": "raises_up",
    "run": "manages",
    "has_role": "has_part_of",
    "taught": "learn",
    "have": "experience",
    "talk_to": "talk_with",
    "made_by": "affected_by",
    "shown_by": "guided_by",
    "connected_to": "feels_connected_to",
}
"""Slugs that the ontology would read as something else."""
PASSING = frozenset("lost stuck late busy done gone back home engaged".split())
"""States of a moment: what they are in or at says nothing of anybody."""
BLAND = frozenset(
    "good great bad better best okay ok fine same sure ready right wrong able real nice cool awesome amazing like so "
    "lost engaged stuck late back home done gone full busy tired married dead alone open closed young old important special weird different free welcome due worth glad sorry".split()
)
