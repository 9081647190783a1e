"""Every key that the interface promises, pressed."""

import re
from pathlib import Path

from tests.fakes.ollama_server import FakeOllama, Reply
from tests.tui.screen import opened
from zeph.records.message import NewMessage
from zeph.tui.screens.picker import Picker
from zeph.tui.screens.text_dialog import TextDialog
from zeph.tui.widgets.code import CodeBlock
from zeph.tui.widgets.memory_panel import MemoryPanel
from zeph.tui.widgets.prose import Paragraphs
from zeph.tui.widgets.transcript import Transcript
from zeph.tui.widgets.transcript_items import ReceiptLine

LONG = Reply("Once upon a time " * 60, chunk_delay=0.05)


async def test_escape_stops_the_turn_and_keeps_what_was_said(tmp_path: Path) -> None:
    with FakeOllama(reply=LONG) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.type("A story")
            await screen.press("enter")
            await screen.shows("Once upon", "Answering…", "Esc stops")
            await screen.press("escape")
            await screen.until(lambda: not screen.chat.talk.busy)
            await screen.shows("(interrupted")
            said = await screen.session.memory.conversations.history(1)
            assert [m.interrupted for m in said] == [False, True] and said[1].text.startswith("Once")
            await screen.press("escape", "escape", "escape")
            assert screen.app.is_running, "Escape never quits"


async def test_what_is_typed_meanwhile_waits_and_comes_back_when_stopped(tmp_path: Path) -> None:
    with FakeOllama(reply=LONG) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.type("one")
            await screen.press("enter")
            await screen.shows("Once")
            for text in ("two", "three"):
                await screen.type(text)
                await screen.press("enter")
            await screen.shows("2 queued", "Esc stops, 2 queued come back")
            await screen.press("escape")
            await screen.until(lambda: screen.prompt.text == "two\n\nthree")
            assert len(await screen.session.memory.conversations.history(1)) == 2


async def test_the_queue_is_sent_in_order(tmp_path: Path) -> None:
    with FakeOllama(reply=[Reply("one two three", chunk_delay=0.1), "Second.", "Third."]) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            for text in ("first", "second", "third"):
                await screen.type(text)
                await screen.press("enter")
            await screen.shows("Third.")
            assert [m.text for m in await screen.session.memory.conversations.history(1) if m.role == "user"] == [
                "first",
                "second",
                "third",
            ]


async def test_the_ladder_of_ctrl_c(tmp_path: Path) -> None:
    with FakeOllama(reply=LONG) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.type("A story")
            await screen.press("enter")
            await screen.shows("Once")
            await screen.type("half a thought")
            await screen.shows("Ctrl+C clears")
            await screen.press("ctrl+c")
            assert screen.prompt.text == "" and screen.chat.talk.busy
            await screen.press("ctrl+c")
            await screen.until(lambda: not screen.chat.talk.busy)
            assert "again to quit" not in screen.flat()
            await screen.press("up")
            assert screen.prompt.text == "half a thought", "what was cleared is not lost"
            await screen.press("ctrl+c", "ctrl+c")
            await screen.shows("press Ctrl+C again to quit")
            assert screen.app.is_running
            await screen.press("ctrl+c")
            await screen.until(lambda: not screen.app.is_running)


async def test_ctrl_d_leaves_with_an_empty_input_only(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.type("x")
        await screen.press("ctrl+d", "ctrl+q")
        assert screen.app.is_running
        await screen.press("backspace", "ctrl+d")
        await screen.until(lambda: not screen.app.is_running)


async def test_ctrl_p_runs_what_is_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.press("ctrl+p")
        assert screen.on_top(Picker)
        await screen.type("counts of ent")
        await screen.press("enter")
        await screen.shows("communities", "waiting")
        await screen.press("ctrl+p")
        await screen.type("graph facts")
        await screen.press("enter")
        await screen.until(lambda: screen.prompt.text == "/graph facts ")
        await screen.press("ctrl+p", "escape")
        assert screen.in_chat
        before = screen.app.theme
        await screen.press("ctrl+p")
        await screen.type("next theme")
        await screen.press("enter")
        assert screen.app.theme != before


async def test_ctrl_y_and_copy_copy_the_last_answer(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.press("ctrl+y")
        await screen.shows("There is no answer yet.")
        await screen.say("I live in Bergen.")
        await screen.press("ctrl+y")
        assert screen.app.clipboard == "Noted: You live in Bergen."
        screen.app.copy_to_clipboard("")
        await screen.say("/copy")
        await screen.until(lambda: screen.app.clipboard == "Noted: You live in Bergen.")


async def test_ctrl_b_shows_the_memory_panel(tmp_path: Path) -> None:
    with FakeOllama(reply="In Bergen.") as server:
        async with opened(tmp_path, server, size=(120, 40)) as screen:
            await screen.say("I live in Bergen.")
            await screen.press("ctrl+b")
            await screen.shows("Things in this talk", "Bergen location", "things")
            await screen.say("/new")
            await screen.say("Where do I live?")
            await screen.shows("You live in Bergen", "message 1 · words 1", "question")
            await screen.press("ctrl+b")
            assert not screen.chat.query_one(MemoryPanel).is_open


async def test_ctrl_s_goes_on_with_another_session(tmp_path: Path) -> None:
    async def other(memory, conversation):  # type: ignore[no-untyped-def]
        older = await memory.start_conversation()
        await memory.observe(NewMessage(older.id, "user", "an older [talk]"))

    async with opened(tmp_path, prepare=other) as screen:
        await screen.say("the present talk")
        await screen.press("ctrl+s")
        await screen.shows("an older [talk]", "this one")
        await screen.type("older")
        await screen.press("enter")
        await screen.until(lambda: "the present talk" not in screen.flat() and "an older [talk]" in screen.flat())
        await screen.say("more")
        assert [m.text for m in await screen.session.memory.conversations.history(2) if m.role == "user"] == [
            "an older [talk]",
            "more",
        ]


async def test_a_session_is_found_by_what_was_said_in_it(tmp_path: Path) -> None:
    async def other(memory, conversation):  # type: ignore[no-untyped-def]
        older = await memory.start_conversation()
        for text in ("an older talk", "about [trams] in Bergen"):
            await memory.observe(NewMessage(older.id, "user", text))

    async with opened(tmp_path, prepare=other) as screen:
        await screen.press("ctrl+s")
        await screen.type("trams")
        await screen.shows("an older talk … about [trams] in Bergen")
        await screen.press("enter")
        await screen.until(lambda: screen.in_chat and "about [trams] in Bergen" in screen.flat())


async def test_ctrl_o_answers_with_another_model(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b", "llama3.2:3b", "nomic-embed-text"], reply="Hi.") as server:
        async with opened(tmp_path, server) as screen:
            await screen.press("ctrl+o")
            await screen.shows("qwen3:4b", "llama3.2:3b", "answers now")
            assert "nomic" not in screen.flat()
            await screen.type("llama")
            await screen.press("enter")
            await screen.until(lambda: "llama3.2:3b" in screen.session.agent.model_name)


async def test_retry_and_edit(tmp_path: Path) -> None:
    with FakeOllama(reply=["First.", "Second.", "Third."]) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.say("Tell me")
            await screen.say("/retry")
            await screen.shows("Taken back: the last answer.", "Second.")
            assert "First." not in screen.flat()
            said = await screen.session.memory.conversations.history(1)
            assert [m.text for m in said] == ["Tell me", "Second."]
            asked = [c["messages"][-1]["content"] for c in server.chats()]
            assert asked == ["Tell me", "Tell me"]
            await screen.say("/edit")
            assert screen.prompt.text == "Tell me"
            await screen.say(" more")
            await screen.shows("Third.")
            said_anew = [m["content"] for m in server.chats()[-1]["messages"] if m["role"] != "system"]
            assert said_anew == ["Tell me more"], "each turn stands once in the request"


async def test_what_was_noted_can_be_forgotten_by_its_link(tmp_path: Path) -> None:
    with FakeOllama(reply="Nice.") as server:
        async with opened(tmp_path, server) as screen:
            await screen.say("I live in Bergen.")
            await screen.shows("noted: You live in Bergen", "forget #1")
            [receipt] = screen.chat.query(ReceiptLine)
            line = next(text for text in screen.text().splitlines() if "forget #1" in text)
            await screen.pilot.click(receipt, offset=(line.index("forget #1") + 2, 0))
            await screen.shows("Forget this for good?")
            await screen.pilot.pause(0.6)  # keys are ignored at first
            await screen.press("y")
            await screen.shows("Forgotten")
            assert (await screen.session.memory.stats()).edges == 0


async def test_what_an_answer_told_to_be_noted_can_be_forgotten_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("I live in Bergen.")
        await screen.shows("Noted: You live in Bergen.", "· noted forget #1")


async def test_a_receipt_can_be_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("I use vim.")
        await screen.say("I switched from vim to neovim.")
        await screen.shows("no longer current: You use vim", "undo #1")
        screen.app.action_slash("/graph undo 1")
        await screen.shows("Undone")


async def test_the_background_tells_what_it_learned(tmp_path: Path) -> None:
    with FakeOllama(reply="Nice city.") as server:
        async with opened(tmp_path, server) as screen:
            await screen.say("I live in Bergen.")
            await screen.shows("noted: You live in Bergen")


async def test_reading_older_messages_is_not_disturbed(tmp_path: Path) -> None:
    async def many(memory, conversation):  # type: ignore[no-untyped-def]
        for number in range(400):
            await memory.observe(
                NewMessage(conversation.id, "user" if number % 2 else "assistant", f"message number {number}")
            )

    async with opened(tmp_path, prepare=many, background=False) as screen:
        await screen.shows("message number 399")
        transcript = screen.chat.query_one(Transcript)
        assert len(transcript.children) < 40
        for _ in range(60):
            if _oldest(transcript) == 0:
                break
            await screen.press("pageup")
        await screen.until(lambda: "message number 2" in screen.text() or _oldest(transcript) == 0)
        assert len(transcript.children) <= 125
        before = transcript.scroll_y
        await screen.type("typing")
        assert transcript.scroll_y == before
        await screen.press("ctrl+end")
        await screen.shows("message number 399")


async def test_a_reader_is_not_moved_while_the_model_answers(tmp_path: Path) -> None:
    reply = Reply("".join(f"Paragraph {n} of it.\n\n- one\n- two\n\n" for n in range(600)), chunk_delay=0.02)
    with FakeOllama(reply=reply) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.type("A story")
            await screen.press("enter")
            await screen.until(lambda: any(int(n) >= 12 for n in re.findall(r"Paragraph (\d+)", screen.flat())))
            await screen.press("pageup")
            await screen.pilot.pause(0.3)
            transcript = screen.chat.query_one(Transcript)
            read, height = (
                [line[:90].rstrip() for line in screen.text().splitlines()[:20]],
                transcript.virtual_size.height,
            )
            await screen.until(lambda: transcript.virtual_size.height > height + 20)
            assert [line[:90].rstrip() for line in screen.text().splitlines()[:20]] == read
            await screen.press("ctrl+end")
            await screen.until(lambda: transcript.following)


def _oldest(transcript: Transcript) -> int:
    return int(getattr(transcript.children[0], "text", "message number 999").rsplit(" ", 1)[1])


async def test_f1_tells_the_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 24)) as screen:
        await screen.press("f1")
        assert screen.on_top(TextDialog)
        await screen.shows("Ctrl+R", "search what was typed")
        await screen.press("escape")
        assert screen.in_chat


async def test_leaving_while_the_model_answers_keeps_what_was_said(tmp_path: Path) -> None:
    with FakeOllama(reply=LONG) as server:
        async with opened(tmp_path, server) as screen:
            await screen.type("I live in Bergen.")
            await screen.press("enter")
            await screen.shows("Once")
            screen.app.exit(0)
            await screen.until(lambda: not screen.app.is_running)
        async with opened(tmp_path, server, resume=True) as screen:
            await screen.shows("I live in Bergen.", "Once", "(interrupted)")


async def test_a_click_on_undo_takes_a_change_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("I use vim.")
        await screen.say("I switched from vim to neovim.")
        await screen.shows("undo #1")
        receipt = screen.chat.query(ReceiptLine).last()
        row, line = next((n, text) for n, text in enumerate(screen.text().splitlines()) if "undo #1" in text)
        await screen.pilot.click(receipt, offset=(line.index("undo #1") + 2, row - receipt.region.y))
        await screen.shows("/graph undo 1", "Undone")


async def test_what_the_model_thought_and_called_is_folded(tmp_path: Path) -> None:
    call = Reply("", thinking="Let me [b]think[/b]. " * 30, tool_calls=(("search", {"q": "[x]"}),))
    with FakeOllama(reply=[call, "Done."]) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.press("ctrl+t")
            await screen.shows("Nothing is folded")
            await screen.say("Go")
            await screen.shows("▸ thought 90 words", "▸ search(q=[x])", "There is no tool search", "Done.")
            assert "[b]think" not in screen.flat()
            await screen.press("ctrl+t")
            await screen.shows("▾ thought", "Let me [b]think[/b].", '{"q": "[x]"}')
            await screen.press("ctrl+t")
            await screen.until(lambda: "[b]think" not in screen.flat())


async def test_f2_copies_code(tmp_path: Path) -> None:
    with FakeOllama(
        reply=["```py\none()\n```", "First:\n\n```py\ntwo()\n```\n\nthen\n\n```sh\nthree\n```", "No."]
    ) as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.press("f2")
            await screen.shows("There is no code yet.")
            await screen.say("a")
            await screen.until(lambda: not list(screen.chat.workers))
            await screen.press("f2")
            assert screen.app.clipboard == "one()"
            await screen.say("b")
            await screen.say("c")
            await screen.until(lambda: not list(screen.chat.workers))
            await screen.press("f2")
            await screen.type("three")
            await screen.press("enter")
            assert screen.app.clipboard == "three"


async def test_a_click_on_a_link_copies_it(tmp_path: Path) -> None:
    with FakeOllama(reply="see [the page](http://x.example/?a=b) there") as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.say("Where?")
            await screen.until(lambda: not list(screen.chat.workers))
            await screen.shows("see the page there")
            await screen.pilot.click(Paragraphs, offset=(6, 0))
            await screen.until(lambda: screen.app.clipboard == "http://x.example/?a=b")


async def test_a_click_copies_code(tmp_path: Path) -> None:
    with FakeOllama(reply="```python\nprint('[hi]')\n```") as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            await screen.say("Code, please")
            await screen.until(lambda: not list(screen.chat.workers))
            await screen.shows("print('[hi]')", "copy")
            await screen.pilot.click(CodeBlock, offset=(60, 0))
            await screen.until(lambda: screen.app.clipboard == "print('[hi]')")


async def test_what_a_command_gives_is_read_from_its_beginning_and_the_next_turn_is_at_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.type("/help")
        await screen.press("enter")
        await screen.shows("what it does")
        transcript = screen.chat.query_one(Transcript)
        await screen.until(
            lambda: transcript.max_scroll_y > 0 and transcript.scroll_offset.y < transcript.max_scroll_y - 20
        )
        await screen.shows("/graph", "what it does")
        await screen.type("I live in Oslo.")
        await screen.press("enter")
        await screen.shows("You live in Oslo")
        await screen.until(lambda: transcript.scroll_offset.y >= transcript.max_scroll_y - 2)
