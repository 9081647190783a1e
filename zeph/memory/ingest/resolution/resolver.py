"""Which entity a name means (graph-memory §3.5): alias, canonical name, compatible type, likeness, else a new one.

In: names and types as extracted, the rows as they now are. Out: refs in the draft. A shipped alias ("k8s")
resolves to the full name, another spelling ("parks", "the Beatles") to the known one, "my dog" to what the dog is
called, a name that is alike to the entity it means; all but "my dog" are registered, so that the next mention is an
exact hit. Without ``similar`` only spellings count.
"""

from collections.abc import Iterable

from zeph.memory.ingest.extraction import ExtractedEntity
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.person_disambiguation import PersonDisambiguation
from zeph.memory.ingest.resolution.possessive_names import named_as
from zeph.memory.ingest.resolution.similar_entities import SimilarEntities
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.names import canonical_name, compatible_types, display_name, is_first_person, is_junk_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.possessives import NAMES_TOO, is_one_of_many, is_owned, naming, owner_of
from zeph.memory.language.roles import one_role, relations_of, role_of, roles_with
from zeph.memory.language.spellings import bare, companies, has_legal_form, spellings, spoken_to, unaccented
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.entity import Entity
from zeph.records.graph_types import DEFAULT_ENTITY_TYPE, EntityType
from zeph.records.plan import NewAlias, NewEntity, Ref, SeenEntity
from zeph.records.view import View

PET_RELATION, PET_EDGES = "has_pet", 100


class Resolver:
    """Resolves the names of one message; the same name gives the same ref throughout."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, gazetteer: Gazetteer, similar: SimilarEntities | None = None
    ) -> None:
        self._draft = draft
        self._ontology = ontology
        self._gazetteer = gazetteer
        self._similar = similar
        self._only_names: set[str] = set()
        self._birthdays: set[str] = set()
        self._given: set[str] = set()
        self._types: dict[str, EntityType | None] = {}
        """What the names of the message are; None of one that was said, and of which nothing tells."""
        self._summaries: dict[str, str] = {}
        self._refs: dict[str, Ref] = {}
        self._called: dict[str, set[str]] = {}
        """Whose it is ("User's dog") to the names that this message gives it."""
        self._people = PersonDisambiguation(draft)

    def declare(self, entity: ExtractedEntity) -> None:
        """Takes note of an extracted entity's type and summary; it becomes a row when something refers to it."""
        key = canonical_name(self._said(entity.name))
        if self._types.get(key) is None:
            file_type = self._gazetteer.file_type(display_name(entity.name))  # tells better than what it is said to do
            self._types[key] = file_type or (self._known_type(entity.type) if entity.type else None)
        self._summaries.setdefault(key, entity.summary.strip())

    def declare_as(self, name: str, entity_type: EntityType) -> None:
        """What is known of somebody tells better of what type a name is than the sentence did."""
        self._types[canonical_name(self._said(name))] = entity_type

    def declare_a_name(self, name: str) -> None:
        """What somebody is called is a name, not a second person."""
        key = canonical_name(self._said(name))
        self._types[key] = DEFAULT_ENTITY_TYPE
        self._only_names.add(key)

    def declare_a_date(self, name: str) -> None:
        """A birthday is a thing; every other date is junk as a name."""
        key = canonical_name(name)
        self._types.setdefault(key, DEFAULT_ENTITY_TYPE)
        self._birthdays.add(key)

    def declare_called(self, fact: str, *ends: str, role_first: bool = False) -> None:
        """ "User's cat is called Mia": the cat that is known already has a name from now on, and is no second one; and
        "User's sister is Anna": not the Anna who is a friend."""
        owned, called = naming(fact)
        key = canonical_name(called)
        if not _names(called, owned, [canonical_name(end) for end in ends]):
            return
        self._called.setdefault(canonical_name(one_role(owned)), set()).add(key)
        if called.istitle() and called.isalpha():
            self._given.add(key)  # "a cat called Bit"
        if key in self._refs:
            return
        known, owner = self._known_as(called, self._types.get(key)), self.known(owner_of(owned))
        if known is None:
            self._give_name(() if is_one_of_many(owned) else (owned,), called)
        elif owner is not None:
            role, kind = role_of(owned), self._types.get(key) or known.entity_type
            other = self._people.of(known, called, kind, owner, role, self._named(key, kind), role_first=role_first)
            if isinstance(other, str):
                stored = self._draft.entities.named(canonical_name(other))
                same = (e.id for e in stored if e.canonical_name == canonical_name(other) and e.entity_type == kind)
                ref = next(same, None)
                self._refs[key] = ref if ref is not None else self._new(other, canonical_name(other), kind, key)
                self.add_alias(self._refs[key], called, f"{kind} ({role})")
            elif other:
                self._refs[key] = other.id
            if key in self._refs:
                self._draft.mentioned[self._refs[key]] = None

    def declare_partner(self, relation: str, owner: str, partner: str) -> None:
        """ "User married Laura": who was only known as User's wife has a name from now on."""
        key, roles = canonical_name(partner), roles_with(relation)
        if not roles or key in self._refs or is_owned(partner):
            return
        if self._known_as(partner, self._types.get(key)) is None:
            self._give_name(tuple(f"{self._said(owner)}'s {role}" for role in roles), partner)

    def _give_name(self, owned: tuple[str, ...], called: str) -> None:
        """The one that is known as one of these, if there is one, is called so."""
        key = canonical_name(called)
        found = (self._unnamed(self._said(name), None) for name in owned)
        entity = next((e for e in found if e), None)
        named = self._draft.entities.named(key) if entity else []
        taken = any(e.canonical_name == key and entity and e.entity_type == entity.entity_type for e in named)
        if entity and not taken and self._usable(called, key):
            self._refs[key] = entity.id
            self._draft.mentioned[entity.id] = None
            self._draft.seen_entities[entity.id] = SeenEntity(entity.id, display_name(called), canonical_name=key)
            self.add_alias(entity.id, called, entity.entity_type)

    def rename(self, entity: Entity, called: str) -> None:
        """A stored entity is shown by another name from now on; its old one stays an alias."""
        key = canonical_name(called)
        self._refs |= {key: entity.id, canonical_name(entity.name): entity.id}
        self._draft.mentioned[entity.id] = None
        self._draft.seen_entities[entity.id] = SeenEntity(entity.id, called, canonical_name=key)
        for name in (entity.name, called):
            self.add_alias(entity.id, name, entity.entity_type)

    def look_up(self, names: Iterable[str]) -> None:
        """Reads at once what is known of the names that a message speaks of."""
        self._draft.entities.look_up(canonical_name(display_name(name)) for name in names)

    def ref(self, name: str) -> Ref | None:
        """The entity a name means, made if it is new; None for junk, and for a name nobody declared or knows."""
        said = self._said(name)
        key = canonical_name(said)
        if key in self._refs:
            return self._refs[key]
        if len(here := self._called.get(key, ())) == 1 and (called := self._refs.get(*here)) is not None:
            return called
        if not self._usable(said, key):
            self._draft.dropped += 1
            return None
        found = self._find(said, key)
        self._refs[key] = found
        self._draft.mentioned[found] = None
        return found

    def known(self, name: str) -> Ref | None:
        """A stored entity of that name; nothing is made."""
        said = self._said(name)
        key = canonical_name(said)
        entity = self._known_as(self._full(said, self._types.get(key)), self._types.get(key))
        if entity is None and key not in self._refs and key in self._types:
            entity = self._like(said, key, self._types[key])
        return entity.id if entity else self._refs.get(key)

    def owned_by(self, owner: str, what: str, fact: str) -> Ref | None:
        """ "User's cat died": the one cat of User's that is known by a name, where a fact says no more than ``cat``."""
        owned = f"{self._said(owner)}'s {what}"
        if what != what.lower() or canonical_name(owned) not in canonical_name(fact):
            return None
        return named_as(one_role(owned), self._draft.reader, self._draft.message)

    def type_of(self, ref: Ref) -> EntityType:
        """The type of a resolved entity, as it is stored or will be."""
        if ref in self._draft.new_entities:
            return self._draft.new_entities[ref].entity_type
        entity = self._draft.entities.get(ref)
        return entity.entity_type if entity else DEFAULT_ENTITY_TYPE

    def class_of(self, name: str) -> str:
        """The gazetteer's class (editor, city …); empty where it has none."""
        return self._gazetteer.kind(name)

    def bears(self, ref: Ref, called: str) -> None:
        """Whoever is spoken of by that name from here on is meant, and not the name itself."""
        self._refs[canonical_name(called)] = ref

    def add_alias(self, ref: Ref, alias: str, entity_type: EntityType) -> None:
        shown, key = display_name(alias), canonical_name(alias)
        if key and not is_junk_name(shown):
            self._draft.aliases.append(NewAlias(ref, shown, key, entity_type))

    # ------------------------------------------------------------ steps

    def _said(self, name: str) -> str:
        shown = display_name(name)
        if is_first_person(shown):
            return self._draft.message.person
        if canonical_name(shown) == canonical_name(self._draft.message.person):
            return shown
        if is_owned(shown):
            return bare(one_role(shown))
        called = spoken_to(shown)
        return called if called and self._stored(canonical_name(called), None) else bare(shown)

    def _full(self, said: str, entity_type: EntityType | None) -> str:
        return self._gazetteer.full_name(said, entity_type or "") or said

    def _usable(self, said: str, key: str) -> bool:
        if key == canonical_name(self._draft.message.person):
            return True
        a_person = self._types.get(key) == "person" and said in NAMES_TOO
        if is_junk_name(said) and not (key in self._birthdays or key in self._given or a_person):
            return False
        return key in self._types or self.known(said) is not None

    def _known_type(self, entity_type: str) -> EntityType:
        name = canonical_name(entity_type)
        return name if name in self._ontology.entity_types else DEFAULT_ENTITY_TYPE

    def _find(self, said: str, key: str) -> Ref:
        is_speaker = key == canonical_name(self._draft.message.person)
        entity_type = "person" if is_speaker else self._types.get(key)
        full = said if is_speaker else self._full(said, entity_type)
        canonical = canonical_name(full)
        stored = self._stored(canonical, entity_type) if is_speaker else self._known_as(full, entity_type)
        if stored is None and not is_speaker and (like := self._like(full, key, entity_type)):
            self._draft.seen_entities[like.id] = SeenEntity(like.id, like.name, self._summaries.get(key, ""))
            self.add_alias(like.id, said, entity_type or DEFAULT_ENTITY_TYPE)
            return like.id
        if stored is None:
            ref = self._new(full, canonical, self._certain_type(canonical, entity_type), key)
        else:
            ref = stored.id
            shown = stored.name if canonical != stored.canonical_name or canonical != key else said
            if is_owned(stored.name) != is_owned(said):
                shown = stored.name if is_owned(said) else said  # a name of its own says more than whose it is
            self._draft.seen_entities[ref] = SeenEntity(ref, shown, self._summaries.get(key, ""))
        other = stored is not None and key not in map(canonical_name, (stored.canonical_name, *stored.aliases))
        if (canonical != key or other) and not is_owned(said):
            self.add_alias(ref, said, entity_type or DEFAULT_ENTITY_TYPE)
        return ref

    def _known_as(self, name: str, entity_type: EntityType | None) -> Entity | None:
        """The stored entity of that name, else of another spelling of it, else what "my dog" is called."""
        if is_owned(name):
            called = named_as(name, self._draft.reader, self._draft.message) or self._only_partner(name)
            return self._unnamed(name, entity_type) or (self._draft.entities.get(called) if called else None)
        found = self._stored(canonical_name(name), entity_type) or self._spelled(name, entity_type)
        found = found or self._company(name, entity_type) or self._one_of_that_name(name)
        person = entity_type == "person" or (
            entity_type in (DEFAULT_ENTITY_TYPE, None) and may_be_given_name(name.lower())
        )
        return self._people.by_short_name(name) if found is None and person else found

    def _one_of_that_name(self, name: str) -> Entity | None:
        """A type is a guess: who is Nora is the Nora that was taken for a project, where everybody else knows no other.
        A common noun is never a person's name: "lily", "Lily"."""
        found = self._draft.entities.named(canonical_name(name))
        proper = [e for e in found if e.name != e.name.lower() and e.canonical_name == canonical_name(name)]
        alone = len(found) == len(proper) == 1 and name != name.lower() and not is_owned(name)
        known = self._gazetteer.lookup(canonical_name(name))
        return proper[0] if alone and (known is None or known.entity_type == "person") else None

    def _spelled(self, name: str, entity_type: EntityType | None) -> Entity | None:
        others = self._spellings(name, entity_type)
        self._draft.entities.look_up(others)
        return next((e for other in others if (e := self._stored(other, entity_type))), None)

    def _company(self, name: str, entity_type: EntityType | None) -> Entity | None:
        """Acme, Acme Inc. and Acme Corp are one where all of them are organizations, and one alone is known."""
        if entity_type != "organization" and not (entity_type in (DEFAULT_ENTITY_TYPE, None) and has_legal_form(name)):
            return None
        names = companies(name)
        self._draft.entities.look_up(names)
        stored = {e.id: e for other in names for e in self._draft.entities.named(other)}
        known = [e for e in stored.values() if e.entity_type == "organization"]
        return known[0] if len(known) == 1 else None

    def _spellings(self, name: str, entity_type: EntityType | None) -> tuple[str, ...]:
        """Well-known names and persons have no plural."""
        known = self._gazetteer.lookup(canonical_name(name))
        counted = entity_type != "person" and (known is None or known.entity_type == DEFAULT_ENTITY_TYPE)
        return tuple(
            other for other in spellings(name, counted=counted)
            if (same := self._gazetteer.lookup(other)) is None or same.entity_type == DEFAULT_ENTITY_TYPE
        )  # fmt: skip

    def _like(self, name: str, key: str, entity_type: EntityType | None) -> Entity | None:
        """The stored entity that a model, or a vector, takes for the same."""
        if self._similar is None or key in self._only_names:
            return None
        kind = self._certain_type(canonical_name(name), entity_type)
        return self._similar.find(name, kind, self._summaries.get(key, ""))

    def _stored(self, canonical: str, entity_type: EntityType | None) -> Entity | None:
        """Same type first, then a compatible one, then (only where no type was said) any; smaller ids first."""
        return next(iter(self._named(canonical, entity_type)), None)

    def _named(self, canonical: str, entity_type: EntityType | None) -> list[Entity]:
        found = self._draft.entities.named(canonical)
        if entity_type is None:
            return found
        same = [e for e in found if e.entity_type == entity_type]
        if len(same) > 1:  # two of one name: the one spoken of last, and not who would have said "I"
            me = canonical_name(self._draft.message.person)
            same.sort(key=lambda e: (e.canonical_name != me, e.last_seen_at), reverse=True)
        compatible = [e for e in found if compatible_types(e.entity_type, entity_type)]
        alike = [e for e in compatible if entity_type in (DEFAULT_ENTITY_TYPE, e.entity_type)]  # no boat is a town
        called = [e for e in alike if is_owned(e.canonical_name)]  # the band of that name, and not the name
        if called and entity_type != "person":
            return called[:1]
        return same or compatible or [e for e in found if entity_type == "person" and self._is_pet(e)][:1]

    def _unnamed(self, owned: str, entity_type: EntityType | None) -> Entity | None:
        """The stored entity that has no other name yet than whose it is."""
        found = self._named(canonical_name(owned), entity_type)
        return next((e for e in found if is_owned(e.name) and e.canonical_name == canonical_name(owned)), None)

    def _only_partner(self, owned: str) -> Ref | None:
        """ "User's wife" is whom User is married to."""
        relations, owner = relations_of(role_of(owned)), self.known(owner_of(owned))
        if not relations or owner is None or owner < 0:
            return None
        now = self._draft.message.sent_at
        found = {
            e.target_id
            for e in self._draft.active_from(owner, relations)
            if e.current(now) and e.confidence >= CANDIDATE_BELOW
        }
        return found.pop() if len(found) == 1 else None

    def _is_pet(self, entity: Entity) -> bool:
        """Somebody's animal: a thing by its type, yet spoken of as if it were a person."""
        view = View(entity.space_id, self._draft.message.sent_at)
        around = self._draft.reader.walk.hop([entity.id], view, cap=PET_EDGES, budget=PET_EDGES)
        known = self._draft.reader.edges.by_id([hop.edge_id for hop in around], view)
        return any(e.canonical_relation == PET_RELATION and e.target_id == entity.id for e in known)

    def _certain_type(self, canonical: str, entity_type: EntityType | None) -> EntityType:
        known = self._gazetteer.lookup(canonical)
        if known and not known.everyday and compatible_types(known.entity_type, entity_type or known.entity_type):
            return known.entity_type
        return entity_type or DEFAULT_ENTITY_TYPE

    def _new(self, name: str, canonical: str, entity_type: EntityType, key: str) -> Ref:
        names = (canonical, *self._spellings(name, entity_type))
        for made in self._draft.new_entities.values():
            if made.canonical_name in names and compatible_types(made.entity_type, entity_type):
                if made.canonical_name != canonical:
                    self.add_alias(made.ref, name, entity_type)
                return made.ref
        ref = self._draft.next_ref()
        self._draft.new_entities[ref] = NewEntity(ref, name, canonical, entity_type, self._summaries.get(key, ""))
        if unaccented(canonical) != canonical:
            self.add_alias(ref, unaccented(name), entity_type)
        return ref


def _names(called: str, owned: str, ends: list[str]) -> bool:
    """Whether a sentence tells what one of its ends is called; "User's accountant is Bob" tells of both."""
    key = canonical_name(called)
    holds_a_post = ends[:1] == [key] and canonical_name(owned) in ends
    return bool(called) and key in ends and not holds_a_post
