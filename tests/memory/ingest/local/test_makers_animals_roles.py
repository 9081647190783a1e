"""Makers of named things, animals with people's names, roles with their place, and what chat leaves out."""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR
from zeph.memory.ingest.local.extractor import LocalExtractor

pytestmark = [
    pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy and its model are an extra"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning"),
]


def triples(text: str) -> set[tuple[str, str, str]]:
    return {(f.source, f.relation, f.target) for f in EXTRACTOR.findings(text, "User")}


@pytest.mark.parametrize(
    ("text", "source", "relation", "target"),
    [
        ("Quill, a note-taking app that I built with Tauri, has ten users.", "User", "created", "Quill"),
        ("Marlow is a static site generator I wrote in Zig.", "User", "created", "Marlow"),
        ("Oxbow is a board game that my brother Tim designed.", "Tim", "created", "Oxbow"),
        ("Juniper, the app my flatmate and I released in 2021, is free.", "User's flatmate", "created", "Juniper"),
        ("Our dog Bruno is a beagle.", "User", "has_pet", "Bruno"),
        ("We adopted a rescue greyhound named Dash.", "User", "has_pet", "Dash"),
        ("I've been promoted to senior analyst at Northwind.", "User", "works_at", "Northwind"),
        ("I freelance as a translator for Mondadori.", "User", "works_at", "Mondadori"),
        ("I work for the railway.", "User", "works_at", "railway"),
        ("I study biology at the University of Gothenburg.", "User", "studied_at", "University of Gothenburg"),
        ("I stay on as treasurer of the sailing club.", "User", "member_of", "sailing club"),
        ("Blue is my favourite colour.", "User", "prefers", "Blue"),
        ("Brave is my browser now.", "User", "uses", "Brave"),
        ("I can play the oboe.", "User", "plays", "oboe"),
        ("I tore my ligament playing handball.", "User", "plays", "handball"),
        ("I report to Anneliese now, she took over the data team.", "Anneliese", "manages", "data team"),
        ("The blog is generated with Hugo.", "blog", "built_with", "Hugo"),
        ("I'm a freelance illustrator.", "User", "has_role", "freelance illustrator"),
        ("I hate cilantro with a passion.", "User", "dislikes", "cilantro"),
        ("Tom and Anna live in Pune.", "Anna", "lives_in", "Pune"),
        ("my mums a teacher", "User's mum", "has_role", "teacher"),
        ("quit vaping three weeks ago", "User", "uses", "vaping"),
        ("I run marathons.", "User", "practices", "marathons"),
        ("I visited my cousin Bram.", "User", "met", "Bram"),
    ],
)
def test_what_is_told(text: str, source: str, relation: str, target: str) -> None:
    assert (source, relation, target) in triples(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("We had to say goodbye to our cat Mimi.", ("User", "uses", "Mimi")),
        ("I've been thinking about my shelves.", ("User", "think_about", "shelves")),
        ("I water everything with an old can.", ("User", "water_with", "can")),
        ("I run marathons.", ("User", "manages", "marathons")),
        ("Marlow is a static site generator.", ("Marlow", "has_role", "static site generator")),
        ("I worked for an hour.", ("User", "works_at", "hour")),
        ("I can play on Saturday.", ("User", "plays", "Saturday")),
    ],
)
def test_what_is_not_told(text: str, wrong: tuple[str, str, str]) -> None:
    assert wrong not in triples(text)
