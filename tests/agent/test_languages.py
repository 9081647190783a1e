"""Other languages: told once, kept, and found."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import opened
from zeph.agent.languages import UNREAD, is_foreign
from zeph.records.events import Notice, TextDelta

FOREIGN = (
    "Ich wohne seit März in Leipzig.",
    "Meine Schwester ist nicht hier.",
    "Je suis né à Lyon et ma mère aussi.",
    "Mi hermana se llama Lucía y vive en Sevilla.",
    "¿Dónde está mi coche? No lo sé.",
    "Eu não tenho carro em Lisboa.",
    "Io non ho un cane, ma mia sorella sì.",
    "Ik woon sinds gisteren niet meer in Gent.",
    "Jag bor inte i Malmö och har en katt.",
    "Nie mam psa, ale mam kota.",
    "私は京都に住んでいます。",
    "Я живу в Казани.",
    "أسكن في بيروت",
    "Ζω στην Πάτρα.",
    "我住在杭州。",
    "나는 부산에 살아요",
    "मैं पुणे में रहता हूँ",
    "Ben Ankara'da oturuyorum ve çok yağmur var.",
    "Minä asun Turussa, mutta olen nyt täällä.",
    "Saya tinggal di Bandung dengan adik.",
    "Nem vagyok Szegeden, de a lakásom ott van.",
)
ENGLISH = (
    "I live in Leipzig.",
    "My sister Ines moved from Porto to Bergen in 2023.",
    "We had a rendezvous in the café with Señor Ruiz.",
    "He said “ich bin ein Berliner” to the crowd.",
    "OK",
    "Biscuit!",
    "12345",
    "",
    "👍👍👍",
    "git rebase -i main",
    "Where is Das Boot on?",
    "Die hard is on tonight, no?",
    "Mon, Tue and Wed I am in the office.",
    "The word for dog is 犬.",
    "What does “no se” mean?",
    "Mein Schiff is the name of my cruise.",
    "Van den Berg met De Jong at the en suite.",
    "El Paso or Las Vegas?",
    "brb, on my way",
    "Thx c u l8r",
    "Ma and Pa came to see us.",
    "Zoë's CV",
    "My colleague is called Đorđe Nikolić.",
    "I am in Sao Paulo with Joao e Maria.",
)


@pytest.mark.parametrize("text", FOREIGN)
def test_another_language_is_told_by_its_letters_or_small_words(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize("text", ENGLISH)
def test_english_with_foreign_words_is_english(text: str) -> None:
    assert not is_foreign(text)


async def test_it_is_said_once_and_the_message_is_found(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):

        async def told(text: str) -> tuple[list[str], str]:
            async with agent.turn(text, conversation) as events:
                said = [event async for event in events]
            notes = [event.text for event in said if isinstance(event, Notice)]
            return notes, "".join(event.text for event in said if isinstance(event, TextDelta))

        assert UNREAD in (await told("Ich wohne seit März in Leipzig."))[0]
        assert UNREAD not in (await told("Meine Schwester ist nicht hier."))[0]
        assert "Leipzig" in (await told("Wo wohne ich?"))[1]
