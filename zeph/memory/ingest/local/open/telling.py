"""Whether an open finding by a preposition tells something: "stands in goal" does, "watered it with a can" does not.

In: a finding. Out: a truth value. Means and circumstances ("with", "at", "from", "by" something without a name) are
not worth a fact of their own, nor is what somebody only thinks or talks about.
"""

from zeph.memory.ingest.local.phrases.reader import Finding

_MEANS = frozenset(("with", "at", "from", "by"))
_CIRCUMSTANCE = frozenset(("in", "on"))
_PARTICLES = frozenset("up out off down in on away back over along around together to".split())
_TALK = frozenset("think talk hear wonder laugh joke complain chat forget".split())
_KEPT = frozenset(("person", "location", "organization"))


def is_telling(finding: Finding) -> bool:
    """False where the preposition's object is only a means, a circumstance or a topic."""
    if finding.pattern != "open_prep":
        return True
    verb, *middle = finding.relation.split("_")
    if not middle:
        return True
    if verb in _TALK and middle == ["about"]:
        return False
    if middle[-2:] == ["back", "from"] or (verb, middle) == ("return", ["from"]):
        return True  # where one has been
    if finding.target_type in _KEPT or finding.target != finding.target.casefold():
        return True
    if finding.target_type == "event" and len(middle) > 1:
        return True  # "had a blast at the concert"
    led = len(middle) > 1 and not _PARTICLES.intersection(middle[:-1])
    return not (middle[-1] in _MEANS or (led and middle[-1] in _CIRCUMSTANCE))
