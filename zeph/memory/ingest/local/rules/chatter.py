"""Talk of the moment that tells nothing of anybody: "I broke the build", "I fixed the bug", "I opened a PR".

In: a finding by the open rules. Out: a truth value. Only nouns of a developer's passing day are meant; what has a name
of its own stays.
"""

from zeph.memory.ingest.local.phrases.reader import Finding

_PASSING = frozenset(
    "build deploy deployment test tests bug bugs pr prs commit commits branch branches typo typos error errors exception "
    "leak leaks fix fixes stacktrace traceback merge conflict conflicts lint linter ci pipeline pipelines migration migrations rollback hotfix "
    "patch patches ticket tickets issue issues diff diffs log logs endpoint regression regressions crash crashes segfault "
    "import imports warning warnings refactor refactoring function method class variable config configs schema "
    "dependency dependencies lockfile request requests review reviews".split()
)
_DOINGS = frozenset(
    "break fix push merge revert rebase debug deploy rerun run restart reboot squash patch open close review commit ship "
    "roll refactor refactored rename bump pin test write add remove delete update resolve solve find hit get see trigger".split()
)


_WRITTEN = frozenset("tests fix hotfix pr prs commit commits patch migration migrations unittest unittests".split())
_WORK = frozenset(("job", "jobs", "notice", "work"))
_LEAVING = frozenset("quit leave lose hand".split())


def is_passing(finding: Finding) -> bool:
    """Whether the finding is only what a developer did to the code at hand."""
    named = any(word != word.casefold() and not (word.isupper() and len(word) < 4) for word in finding.target.split())
    words = finding.target.casefold().split()
    if finding.relation == "phone_up" and finding.target_type != "person":
        return True  # "we call our car Betty"
    if named or not words:
        return False
    if finding.relation in ("completed", "created"):
        return len(words) == 1 and words[0] in _WRITTEN
    if not finding.pattern.startswith("open_"):
        return False
    verb = finding.relation.split("_")[0]
    if words[-1] in _WORK and verb in _LEAVING:
        return True  # "I'm quitting my job": nothing has that name
    return verb in _DOINGS and len(words) <= 2 and words[-1] in _PASSING
