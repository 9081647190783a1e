"""The page of `zeph graph view` in a real browser: search, keys, the date, thousands of things, no request, no
error.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.graph_page.chromium import BROWSER, Chromium
from tests.commands.graph_page.sample_pages import crowd, small
from zeph.commands.graph_page.content import as_json
from zeph.commands.graph_page.document import render
from zeph.records.graph_page import Picture

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium here"),
    pytest.mark.timeout(240),
]
HOSTILE = '<img src=x onerror="window.broken=1"> </script><script>window.broken=1</script> שלום 👩‍👩‍👧'


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as chromium:
        yield chromium


@pytest.fixture
def page(browser: Chromium, tmp_path: Path) -> Iterator[Chromium]:
    browser.prefer(prefers_reduced_motion="reduce")
    show(browser, tmp_path, small())
    yield browser
    assert browser.console == []
    assert [url for url in browser.requests if not url.startswith("file:///")] == []


def show(browser: Chromium, folder: Path, picture: Picture, at: str | None = None) -> None:
    path = folder / "graph.html"
    path.write_text(render(as_json(picture, at)), encoding="utf-8")
    browser.open(path)


def text(page: Chromium, selector: str) -> str:
    found: str = page.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")
    return found


def to_stop(page: Chromium, stop: int) -> None:
    page.evaluate(
        f"(() => {{ const time = document.getElementById('time'); time.value = {stop};"
        " time.dispatchEvent(new Event('input')); })()"
    )


def test_search_opens_a_page_with_facts_dates_and_sentences(page: Chromium) -> None:
    page.key("/", "/")
    page.type("noor")
    assert "Nora Vale" in text(page, "#results")
    page.key("ArrowDown")
    page.key("Enter")
    shown = text(page, "#entity")
    for words in (
        "Nora Vale",
        "also Noor",
        "A diver.",
        "Nora Vale lives in Bergen",
        "since 2021-06-01",
        "You know: Nora Vale lives in Bergen!",
        "Before (1)",
        "2019-05-01 – 2021-06-01",
    ):
        assert words in shown
    page.key("Escape")
    assert page.evaluate("document.getElementById('entity').hidden")


def test_a_fact_is_found_by_its_words(page: Chromium) -> None:
    page.click("#search")
    page.type("works at quiet")
    page.key("Enter")
    assert "Ilya Brandt" in text(page, "#entity h2") and "said 2023-02-01" in text(page, "#entity")


def test_the_date_shows_what_was_true_then(page: Chromium) -> None:
    assert page.evaluate("document.getElementById('time').max") == "4"  # four days of change, and today
    to_stop(page, 0)
    assert text(page, "#date").startswith("2019-05-01") and "1 fact" in text(page, "#date")
    to_stop(page, 2)  # the move
    assert "2 facts" in text(page, "#date")
    changes = text(page, "#changes")
    assert "lives in Bergen" in changes and "lives in Porto" in changes
    page.click("#now")
    assert text(page, "#date").startswith("Now")


def test_history_plays_to_the_present(page: Chromium) -> None:
    to_stop(page, 3)
    page.click("#play")
    page.wait("document.getElementById('date').textContent.startsWith('Now')")
    page.wait("document.getElementById('play').textContent === 'Play'")


def test_a_page_opens_at_its_date(browser: Chromium, tmp_path: Path) -> None:
    show(browser, tmp_path, small(), "2020-06-30 23:59:59")
    assert text(browser, "#date").startswith("2020-06-30") and "2 facts" in text(browser, "#date")


def test_keys_alone_reach_everything(page: Chromium) -> None:
    page.wait("document.body.dataset.settled === 'yes'")
    page.evaluate("document.getElementById('map').focus()")
    page.key("ArrowRight")
    first = text(page, "#live")
    assert "facts" in first or "fact" in first
    seen = {first}
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.key(key)
        seen.add(text(page, "#live"))
    assert len(seen) > 1
    page.key("Enter")
    assert page.evaluate("document.activeElement.id") == "entity"
    page.key("Tab")
    assert page.evaluate("document.activeElement.className") == "close"
    page.key("Enter", "\r")
    assert page.evaluate("document.activeElement.id") == "map"


def test_every_control_has_a_name(page: Chromium) -> None:
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "combobox", "searchbox", "slider", "link", "application", "navigation", "complementary"}
    named = [
        (n["role"]["value"], n.get("name", {}).get("value", ""))
        for n in tree
        if n.get("role", {}).get("value") in roles
    ]
    assert len(named) >= 8 and all(name for _, name in named), named


def test_the_list_says_the_same(page: Chromium) -> None:
    page.click("#show-list")
    shown = text(page, "#list-view")
    assert "5 things" in shown and "Porto" in shown and "nothing now" in shown
    page.click("#groups li:nth-child(2) button")
    assert "2 things" in text(page, "#list-view")
    page.click("#list li button")
    assert text(page, "#entity h2") == "Ilya Brandt"
    page.click("#show-map")


def test_no_text_becomes_markup(page: Chromium, tmp_path: Path) -> None:
    show(page, tmp_path, small(HOSTILE, HOSTILE))
    page.key("/", "/")
    page.type("img")
    page.key("Enter")
    page.click("#show-list")
    assert text(page, "#entity h2").startswith("<img src=x") and "<img src=x" in text(page, "#list")
    assert page.evaluate("window.broken === undefined && document.querySelectorAll('img').length === 0")


def test_a_click_on_the_map_opens_what_is_there(page: Chromium) -> None:
    page.wait("document.body.dataset.settled === 'yes'")
    page.key("/", "/")
    page.type("Porto")
    page.key("Enter")  # the map centres on it
    page.key("Escape")
    x, y = page.evaluate(
        "(() => { const at = document.getElementById('map').getBoundingClientRect(); return "
        "[at.x + at.width / 2 - 80, at.y + at.height / 2]; })()"
    )
    page.wait(
        "new Promise((done) => setTimeout(() => done(true), 1200))"
    )  # the library draws what can be hit every 0.8 s
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    page.wait("new Promise((done) => setTimeout(() => done(true), 200))")
    page.click_at(x, y)
    page.wait("!document.getElementById('entity').hidden")
    assert text(page, "#entity h2") == "Porto"


def test_five_thousand_things_are_drawn_and_found(page: Chromium, tmp_path: Path) -> None:
    show(page, tmp_path, crowd(5000))
    assert "left out: 123 less connected things" in text(page, "#notice")
    page.wait("document.body.dataset.settled === 'yes'")
    frames = (
        "new Promise((done) => { let n = 0; const began = performance.now(); const frame = () => "
        "{ n += 1; performance.now() - began < 1500 ? requestAnimationFrame(frame) : done(n / "
        "1.5); }; frame(); })"
    )
    assert page.evaluate(frames) > 10  # with no graphics card, on a busy machine
    page.key("/", "/")
    page.type(" 4999")
    page.key("Enter")
    assert text(page, "#entity h2").endswith(" 4999")
    page.click("#show-list")
    assert page.evaluate("document.querySelectorAll('#list li').length") == 1  # the list keeps to the search
    page.click("#search")
    page.key("Escape")
    assert page.evaluate("document.querySelectorAll('#list li').length") == 200
    page.click("#show-map")
    picture = tmp_path / "page.png"
    page.picture(picture)
    assert picture.stat().st_size > 20_000


def test_an_empty_memory_says_so(page: Chromium, tmp_path: Path) -> None:
    show(page, tmp_path, Picture("2026-03-01 09:00:00", (), (), {}, {}))
    assert "Nothing is remembered yet" in text(page, "#notice")
