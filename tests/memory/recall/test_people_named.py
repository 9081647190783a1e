"""Whom the recalled facts are about: those that the question names, first and mostly alone."""

from tests.memory.recall.conftest import Life


async def test_what_somebody_else_is_to_me_is_no_answer(life: Life) -> None:
    graph = life.graph
    graph.edge(graph.entity("Prof. Weber", "person"), "manages", life.user)
    assert "User" not in await life.targets("Where do I live?")
    assert "User" in await life.targets("Who is my boss?")


async def test_everybody_is_near_me_which_tells_nothing_about_them(life: Life) -> None:
    graph = life.graph
    gerda, dan = graph.entity("Gerda", "person"), graph.entity("Dan", "person")
    graph.edge(life.user, "relative_of", gerda)
    graph.edge(life.user, "sibling_of", dan)
    graph.edge(dan, "born_on", graph.entity("12 June"))
    assert await life.targets("Who is Gerda?") == ["Gerda"]


async def test_who_is_named_comes_before_who_has_the_words(life: Life) -> None:
    graph = life.graph
    anna, tom = graph.entity("Anna", "person"), graph.entity("Tom", "person")
    graph.edge(anna, "has_role", graph.entity("illustrator"), fact="Anna got a new job as an illustrator")
    graph.edge(tom, "opens", graph.entity("Krume"), fact="Tom opens a cafe called Krume")
    assert (await life.targets("What does Tom do for a living?"))[0] == "Krume"


async def test_food_answers_who_cooks(life: Life) -> None:
    graph = life.graph
    ben = graph.entity("Ben", "person")
    graph.edge(ben, "allergic_to", graph.entity("peanuts"))
    for n in range(3):
        graph.edge(ben, "owns", graph.entity(f"kite {n}"), confidence=0.99)
    assert (await life.targets("What should I cook for Ben?"))[0] == "peanuts"


async def test_how_many_of_somebodys_things_asks_not_for_all_about_them(life: Life) -> None:
    graph = life.graph
    ben, kite = graph.entity("Ben", "person"), graph.entity("kite")
    graph.edge(ben, "owns", kite, fact="Ben owns three kites")
    graph.edge(ben, "attended", graph.entity("concert"), fact="Ben went to a concert", confidence=0.99)
    assert not (await life.ask("How many kite does Ben have?")).broad
    assert (await life.ask("Tell me about Ben")).broad


async def test_where_asks_for_a_place(life: Life) -> None:
    life.fact("has_role", "work lead", fact="User works as a work lead")
    assert (await life.targets("Where do I work?"))[0] == "Umbra"


async def test_days_that_are_named_put_other_times_below(life: Life) -> None:
    life.graph.conn.execute("UPDATE graph_edges SET valid_from = '2020-01-01 00:00:00' WHERE fact LIKE '%Porto'")
    assert (await life.targets("Where did I live in January?"))[0] == "Porto"
    assert (await life.targets("Where did I live in June?"))[0] == "Ghent"


async def test_what_a_reader_wants_is_part_of_why(life: Life) -> None:
    fact = (await life.ask("Where did I live before Ghent?")).facts[0]
    assert fact.why.parts["reader"] > 0
    assert abs(sum(fact.why.parts.values()) - fact.score) < 0.001
