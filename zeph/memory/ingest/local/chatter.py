"""Talk of the moment that tells nothing of anybody: "I broke the build", "I fixed the bug", "I opened a PR".

In: a finding by the open rules. Out: a truth value. Only nouns of a developer's passing day are meant; what has a name
of its own stays.
"""

from zeph.memory.ingest.local.reader import Finding

_PASSING = frozenset(
    "build deploy deployment test tests bug bugs pr prs commit commits branch branches typo typos error errors exception "
    "stacktrace traceback merge conflict conflicts lint linter ci pipeline pipelines migration migrations rollback hotfix "
    "patch patches ticket tickets issue issues diff diffs log logs endpoint regression regressions crash crashes segfault "
    "import imports warning warnings refactor refactoring function method class variable config configs schema "
    "dependency dependencies lockfile request requests review reviews".split()
)
_DOINGS = frozenset(
    "break fix push merge revert rebase debug deploy rerun run restart reboot squash patch open close review commit ship "
    "roll refactor rename bump pin test write add remove delete update resolve solve find hit get see trigger".split()
)


def is_passing(finding: Finding) -> bool:
    """Whether the finding is only what a developer did to the code at hand."""
    if not finding.pattern.startswith("open_") or finding.target != finding.target.casefold():
        return False
    verb = finding.relation.split("_")[0]
    words = finding.target.split()
    return verb in _DOINGS and len(words) <= 2 and words[-1] in _PASSING
