"""A sentence as a tree of clauses: who does what, by the parse, and whether it is said to be so.

In: tokens with heads, from spaCy. Out: :class:`Clause` s, one for each verb that states something. A parse of chat is
often wrong in its far ends, so only the nearest relations count, and whatever looks unreal gives no clause.
"""

from dataclasses import dataclass, field

from zeph.memory.ingest.local.words.tokens import Token

_NEGATION = frozenset("not n't nt never no neither nor hardly barely rarely cannot almost nearly".split())
_UNREAL_MARK = frozenset("if unless whether until till like than lest how why what where who whom whose when before".split())  # fmt: skip
_SURE = frozenset(
    "tell say mention know realize realise find think believe feel notice see learn discover remember be mean".split()
)
_CHAINED = frozenset(
    "start begin keep continue go get love like enjoy plan want hope intend decide try aim need learn prefer hate "
    "end finish manage choose look use spend wait remember".split()
)
_ASPECT = frozenset("start begin keep continue end finish get manage go spend remember use be have".split())
_PLAN_AUX = frozenset(("will", "'ll"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb with its helpers, its subject and what it is really about."""

    verb: int
    """The finite verb."""
    core: int
    """The verb at the end of its chain: of "started to learn" it is "learn"."""
    subject: int | None
    chain: tuple[int, ...]
    planned: bool
    over: bool
    """Said to have been so before: "used to"."""
    skipped: frozenset[int] = frozenset()
    """Tokens between verb and core that belong to another fact: "hope to [build a house and] move in"."""
    made: bool = False
    """Something made the speaker do or feel it: the verb has no tense of its own."""


@dataclass(slots=True)
class Tree:
    """The children of every token."""

    tokens: list[Token]
    children: list[list[int]] = field(default_factory=list)
    _clauses: list[Clause] | None = None

    def __post_init__(self) -> None:
        self.children = [[] for _ in self.tokens]
        for at, token in enumerate(self.tokens):
            if 0 <= token.head != at:
                self.children[token.head].append(at)

    def child(self, at: int, *deps: str) -> int | None:
        """The first child of one of these kinds."""
        return next((child for child in self.children[at] if self.tokens[child].dep in deps), None)

    def all(self, at: int, *deps: str) -> list[int]:
        return [child for child in self.children[at] if self.tokens[child].dep in deps]

    def under(self, at: int) -> set[int]:
        """The token and everything that hangs on it."""
        seen, todo = {at}, [at]
        while todo:
            for child in self.children[todo.pop()]:
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        return seen

    def joined(self, at: int) -> list[int]:
        """The token and those that "and" joins to it."""
        found = [at]
        acts = self.tokens[at].pos in ("VERB", "AUX") and self.tokens[at].dep not in ("dobj", "pobj")
        for one in found:
            more = (child for child in self.all(one, "conj", "appos") if child not in found)
            found += [child for child in more if acts or self.tokens[child].tag != "VB"]  # "some breathing or meditate"
            if len(found) > 6:
                break
        return found

    def clauses(self) -> list[Clause]:
        """The clauses that state something, in order."""
        if self._clauses is None:
            made = (self._clause(at) for at in range(len(self.tokens)))
            self._clauses = [clause for clause in made if clause is not None]
        return self._clauses

    def _clause(self, at: int) -> Clause | None:
        token = self.tokens[at]
        if token.pos not in ("VERB", "AUX") or token.dep in ("aux", "auxpass", "xcomp", "amod", "compound", "pcomp"):
            return None
        if token.date or not self._real(at):
            return None
        if token.dep == "conj" and self.tokens[token.head].dep == "xcomp" and token.tag in ("VB", "VBG"):
            return self._second_aim(at)
        chain = self.chain(at)
        above = self.tokens[token.head]
        heads = (at, token.head) if token.dep == "conj" and token.tag == "VB" and above.pos == "VERB" else (at,)
        helpers = {self.tokens[child].lower for head in heads for child in self.all(head, "aux", "auxpass")}
        over = token.lower == "used" and len(chain) > 1
        planned = bool(helpers & _PLAN_AUX) or (
            token.lower == "going" and len(chain) > 1 and self._infinitive(chain[1])
        )
        return Clause(at, chain[-1], self.subject(at), chain, planned, over, made=self._is_made(at))

    def _second_aim(self, at: int) -> Clause | None:
        """Of "hope to build a house and move in" the moving in."""
        first = self.tokens[at].head
        top = self.tokens[first].head
        whole = self._clause(top)
        if whole is None or first not in whole.chain or at < first:
            return None
        chain = (*whole.chain[: whole.chain.index(first)], at)
        return Clause(
            top, at, whole.subject, chain, whole.planned, over=False, skipped=frozenset(range(first, at))
        )  # fmt: skip

    def _is_made(self, at: int) -> bool:
        """Of "it made me feel accepted" the feeling."""
        subject = self.child(at, "nsubj")
        moved = subject is not None and self.tokens[subject].lower in ("me", "us")
        return moved and self.tokens[at].dep in ("ccomp", "xcomp") and self.tokens[self.tokens[at].head].base == "make"

    def chain(self, at: int) -> tuple[int, ...]:
        """The verb and those that it leads to: "started to learn"."""
        leading = self.leading(at)
        if (
            leading is not None
            and leading < at
            and self.tokens[at].tag == "VBG"
            and self.tokens[leading].lower != "going"
        ):
            return (leading, at)
        chain = [at]
        while len(chain) < 4 and (self.tokens[chain[-1]].base in _CHAINED or self._obliged(chain[-1])):
            following = self.child(chain[-1], "xcomp") or self._activity(chain[-1])
            if following is None or self.tokens[following].pos != "VERB" or following < chain[-1]:
                break
            if self.child(chain[-1], "dobj") not in (None, following) and self.tokens[chain[-1]].base != "spend":
                break
            chain.append(following)
        return tuple(chain)

    def _obliged(self, at: int) -> bool:
        """ "Had to cancel" is cancelled."""
        return self.tokens[at].lower == "had" and self.tokens[min(at + 1, len(self.tokens) - 1)].tag == "TO"

    def _activity(self, at: int) -> int | None:
        """ "Went hiking": the parse has it as a clause of its own."""
        gerund = self.child(at, "advcl", "dobj", "ccomp")
        reach = 6 if self.tokens[at].base == "spend" else 2
        near = gerund is not None and gerund - at <= reach and self.tokens[gerund].tag == "VBG"
        return gerund if near and gerund is not None and self.child(gerund, "nsubj", "mark") is None else None

    def _infinitive(self, at: int) -> bool:
        return any(self.tokens[child].lower == "to" for child in self.all(at, "aux"))

    def subject(self, at: int) -> int | None:
        """Who does it; a verb joined by "and" has the subject of the verb before it."""
        for _ in range(4):
            own = self.child(at, "nsubj", "nsubjpass", "csubj")
            if own is None and self.leading(at) is not None:
                own = self.child(self.leading(at) or 0, "nsubj")
            if own is not None:
                return self._antecedent(at, own)
            token = self.tokens[at]
            if token.dep not in ("conj", "xcomp") or self.tokens[token.head].pos not in ("VERB", "AUX"):
                return None
            if token.dep == "conj" and token.head > at:
                return None
            at = token.head
        return None

    def leading(self, at: int) -> int | None:
        """Of "went kayaking", where the parse takes "went" for a helper, the "went"."""
        return next((aux for aux in self.all(at, "aux") if self.tokens[aux].base in ("go", "start", "begin")), None)

    def _antecedent(self, at: int, own: int) -> int | None:
        if self.tokens[own].lower not in ("who", "that", "which"):
            return own
        return self.tokens[at].head if self.tokens[at].dep == "relcl" else None

    def _real(self, at: int) -> bool:
        """Whether the verb and everything it hangs on is said to be so."""
        if not self._asserted(at):
            return False
        for _ in range(6):
            token = self.tokens[at]
            above = token.head
            if above == at or token.dep == "ROOT":
                return True
            if token.dep in ("ccomp", "csubj") and self.tokens[above].pos in ("VERB", "AUX"):
                told = above < at and (self._told(above) or self._is_made(at))
                if not told:
                    return token.dep == "ccomp" and above > at  # "I love it, she said" states it first
            if token.dep in ("conj", "xcomp", "ccomp", "csubj") and not self._asserted(above):
                return False
            if token.dep in ("acl",):
                return False
            at = above
        return True

    def _told(self, above: int) -> bool:
        subject = self.subject(above)
        mine = subject is None or self.tokens[subject].lower in ("i", "we")
        return mine and self.tokens[above].base in _SURE

    def _asserted(self, at: int) -> bool:
        token = self.tokens[at]
        if token.pos not in ("VERB", "AUX"):
            return True
        if token.base == "wait" and any(self.tokens[child].lower == "ca" for child in self.children[at]):
            return True  # "can't wait to go"
        for child in self.children[at]:
            word = self.tokens[child]
            if word.dep == "neg" or (word.dep in ("advmod", "preconj", "det") and word.lower in _NEGATION):
                return False
            if word.dep in ("aux", "auxpass") and word.tag == "MD" and word.lower not in ("will", "'ll", "can"):
                return False
            if word.dep == "advcl" and any(
                self.tokens[mark].lower in ("if", "unless") for mark in self.all(child, "mark")
            ):
                return False
            root = token.dep == "ROOT" and word.lower not in ("if", "unless")
            if word.dep in ("mark", "advmod") and word.lower in _UNREAL_MARK and child < at and not root:
                return word.lower in ("when", "before") and token.tag == "VBD"
        return True


def is_aspect(token: Token) -> bool:
    """Whether the verb only says how far another has come: "started painting" is painting."""
    return token.base in _ASPECT


_FINITE = ("VBZ", "VBP", "VBD", "MD")
_LONGEST_GERUND = 12
_APART = frozenset((",", "-", ";", "and", "but", "that", "which", "who"))


def gerund_subject(tokens: list[Token], at: int) -> int | None:
    """Of "working together brings people closer", the parse may take the gerund for the verb: where the real one is."""
    for place in range(at + 1, min(at + _LONGEST_GERUND, len(tokens))):
        token = tokens[place]
        if token.lower in _APART or token.tag in ("WDT", "WP", "WRB"):
            return None
        if token.tag in _FINITE:
            before = tokens[place - 1]
            return place if before.tag != "PRP" or before.lower in ("it", "them", "me", "us", "you", "him") else None
    return None
