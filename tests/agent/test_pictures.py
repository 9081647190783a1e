"""Pictures beside a message: to models that see, told to the person where one does not."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import Scripted, opened
from tests.cli.zeph_process import Home, prompts
from tests.fakes.ollama_server import FakeOllama
from zeph.agent import attachments
from zeph.agent.attachments import attachments_of, check_seen
from zeph.errors import UsageError
from zeph.models.openai.wire import wire_messages
from zeph.models.ports import ChatMessage
from zeph.records.events import Notice

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 64
SHOWN = [PNG, b"\xff\xd8\xff\xe0" + b"\0" * 20, b"GIF89a" + b"\0" * 20, b"RIFF\0\0\0\0WEBP" + b"\0" * 20]


class Seeing(Scripted):
    sight: bool | None = True

    async def sees(self) -> bool | None:
        return self.sight


@pytest.mark.parametrize("content", SHOWN)
def test_pictures_are_told_by_what_is_in_them(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "photo.dat").write_bytes(content)
    (found,) = attachments_of("What is on @photo.dat?", tmp_path)
    assert found.picture == content and "picture" in found.text and "\0" not in found.text


def test_what_is_no_picture_is_still_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"RIFF\0\0\0\0WAVE")
    with pytest.raises(UsageError, match="no text"):
        attachments_of("@a.png", tmp_path)


def test_too_large_and_too_many_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcde":
        (tmp_path / f"{name}.png").write_bytes(PNG)
    with pytest.raises(UsageError, match="At most 4 pictures"):
        attachments_of("@a.png @b.png @c.png @d.png @e.png", tmp_path)
    monkeypatch.setattr(attachments, "MOST_PICTURE_BYTES", 10)
    with pytest.raises(UsageError, match="larger than"):
        attachments_of("@a.png", tmp_path)


async def test_who_cannot_see_is_told_of_before_anything_is_sent(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(PNG)
    found = attachments_of("@photo.png", tmp_path)
    blind = Seeing()
    blind.sight = False
    with pytest.raises(UsageError, match=r"test/scripted cannot see pictures, so photo\.png was not sent"):
        await check_seen(found, blind)
    with pytest.raises(UsageError, match="the memory cannot see pictures"):
        await check_seen(found, None)
    unknown = Seeing()
    unknown.sight = None
    for model in (Seeing(), unknown, Scripted()):
        await check_seen(found, model)
    await check_seen([], None)


async def test_it_goes_with_this_message_alone_and_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(PNG)
    model = Seeing()
    async with opened(tmp_path, model) as (agent, conversation):
        attached = attachments_of("@photo.png", tmp_path)
        async with agent.turn("What is on @photo.png?", conversation, attached=attached) as events:
            told = [event.text async for event in events if isinstance(event, Notice)]
        assert told == ["photo.png goes to the model with this message; the picture itself is not kept."]
        assert [len(message.pictures) for message in model.sent[-1]][-1:] == [1]
        async with agent.turn("And now?", conversation) as events:
            assert [event async for event in events]
        assert not any(message.pictures for message in model.sent[-1])
    assert b"\x89PNG" not in (tmp_path / "zeph.db").read_bytes()


def test_an_openai_endpoint_gets_data_addresses() -> None:
    (sent,) = wire_messages([ChatMessage("user", "What is it?", pictures=tuple(SHOWN))])
    text, *shown = sent["content"]
    assert text == {"type": "text", "text": "What is it?"}
    urls: list[Any] = [one["image_url"]["url"] for one in shown]
    kinds = ["image/png", "image/jpeg", "image/gif", "image/webp"]
    assert [url.partition(";")[0] for url in urls] == [f"data:{kind}" for kind in kinds]
    assert base64.b64decode(urls[0].partition(",")[2]) == PNG


@pytest.mark.parametrize("sees", [True, False])
def test_ollama_gets_it_where_the_model_sees(tmp_path: Path, sees: bool) -> None:
    can = ["completion", "vision"] if sees else ["completion"]
    with FakeOllama(models=["gemma3:4b"], reply="A cat.", capabilities=can) as server:
        home = Home(tmp_path, server)
        (tmp_path / "photo.png").write_bytes(PNG)
        done = home.run("-p", "What is on @photo.png?")
        if sees:
            assert done.out == "A cat.\n"
            last = prompts(server)[-1]["messages"][-1]
            assert [base64.b64decode(one) for one in last["images"]] == [PNG]
        else:
            done.refused(2, "gemma3:4b cannot see pictures", "photo.png")
            assert server.chats() == []
