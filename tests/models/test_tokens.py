"""The token estimate: steady, additive enough to cut by, and not far below a real tokenizer's count."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.models.ports import ChatMessage
from zeph.models.tokens import Calibration, count_messages, count_tokens, cut_to_tokens

SAMPLES = {
    "english": "I moved to Berlin last summer, and since then I work as a data engineer at a small company. " * 5,
    "code": "def walk(node: Node, *, depth: int = 3) -> list[Edge]:\n    return [e for e in node.edges if e]\n" * 5,
    "json": '{"source": "Ann", "relation": "lives_in", "confidence": 0.85, "id": "a1f0c3d2-77"}' * 5,
    "german": "Die Geschwindigkeitsbegrenzung auf der Autobahn wurde gestern aufgehoben, sagte der Verkehrsminister. "
    * 5,
    "numbers": "1783 20260101 3.14159 0xdeadbeef 4815162342 " * 5,
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_not_far_below_and_not_far_above_a_real_tokenizer(kind: str) -> None:
    tokenizers, spec = pytest.importorskip("tokenizers"), find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("wordllama is not installed")
    # Llama 2's vocabulary of 32,000 pieces: the larger ones in use today need fewer tokens for the same text.
    folder = Path(spec.submodule_search_locations[0])
    real = tokenizers.Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    real.no_truncation()
    counted = len(real.encode(SAMPLES[kind], add_special_tokens=False).ids)
    assert 0.75 * counted <= count_tokens(SAMPLES[kind]) <= 1.7 * counted


def test_other_scripts_cost_about_what_their_bytes_do() -> None:
    assert 10 <= count_tokens("我昨天搬到了柏林工作") <= 20
    assert count_tokens("🎉") >= 2
    assert 5 <= count_tokens("переехал в Берлин") <= 20


@given(st.text(max_size=300), st.text(max_size=300))
def test_counting_is_steady_and_nearly_additive(one: str, other: str) -> None:
    together = count_tokens(one + other)
    assert together == count_tokens(one + other)
    assert max(count_tokens(one), count_tokens(other)) - 2 <= together <= count_tokens(one) + count_tokens(other) + 2


@given(st.text(max_size=400), st.integers(0, 120))
def test_cut_is_a_beginning_that_fits(text: str, limit: int) -> None:
    cut = cut_to_tokens(text, limit)
    assert text.startswith(cut)
    assert count_tokens(cut) <= limit
    assert cut == text or count_tokens(text) > limit


def test_cut_ends_at_a_word() -> None:
    assert cut_to_tokens("remember that extraordinarily long words are not split", 4) == "remember that"
    assert cut_to_tokens("", 3) == ""


def test_messages_count_their_wrapping() -> None:
    message = ChatMessage("user", "hello there")
    assert count_messages([message, message]) > 2 * count_tokens("hello there") + 5
    assert count_messages([ChatMessage("assistant", "", tool_calls='[{"name": "x"}]')]) > count_messages(
        [ChatMessage("assistant", "")]
    )


def test_calibration_learns_within_bounds() -> None:
    calibration = Calibration()
    for _ in range(50):
        calibration.learn(1000, 1300)
    assert abs(calibration.ratio - 1.3) < 0.01
    for _ in range(50):
        calibration.learn(1000, 9000)
    assert calibration.ratio <= 1.6
    before = calibration.ratio
    for nothing in ((10, 30), (1000, None), (1000, 0), (1000, 400)):
        calibration.learn(*nothing)
    assert calibration.ratio == before
