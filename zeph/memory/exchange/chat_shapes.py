"""What the exports of other programs look like, as far as it is read.

Fields that may be missing have a default; what is wrong there is told, and the rest is read.
"""

from typing import Any

from pydantic import Field

from zeph.memory.exchange.shapes import Ident, Name, Shape, Text, When

HOLDERS = {"mapping", "chat_messages"}
"""Fields that conversations have their messages in, by which they are known."""
TEXT_BLOCKS = ("text", "input_text", "output_text")
CLAUDE_CODE_MARKS = ("isMeta", "isSidechain", "isCompactSummary")
"""Fields of what the program wrote itself."""


class ChatGptTalk(Shape):
    mapping: dict[str, Any]
    """Nodes by id; each is looked at by itself."""
    title: Name = ""
    conversation_id: Name = ""
    id: Name = ""
    create_time: When = None
    current_node: str | None = None


class ChatGptNode(Shape):
    parent: str | None = None
    message: Any = None


class ChatGptAuthor(Shape):
    role: Name


class ChatGptContent(Shape):
    content_type: Name = ""
    parts: tuple[Any, ...] = ()


class ChatGptMetadata(Shape):
    is_visually_hidden_from_conversation: bool = False


class ChatGptMessage(Shape):
    id: Ident
    author: ChatGptAuthor
    content: ChatGptContent
    create_time: When = None
    metadata: ChatGptMetadata = ChatGptMetadata()


class ClaudeTalk(Shape):
    chat_messages: list[Any]
    uuid: Name = ""
    name: Name = ""
    created_at: When = None


class ClaudeMessage(Shape):
    uuid: Ident
    sender: Name
    created_at: When = None
    text: Text | None = None
    content: Any = None


class Block(Shape):
    type: Name = ""
    text: Text | None = None


class ClaudeCodeMessage(Shape):
    role: Name
    content: Any = None


class ClaudeCodeEntry(Shape):
    uuid: Ident
    message: ClaudeCodeMessage
    timestamp: When = None
    session: Name = Field("", alias="sessionId")


class CodexEntry(Shape):
    type: Name = ""
    timestamp: When = None


class CodexMeta(Shape):
    id: Name = ""
    timestamp: When = None


class CodexMessage(Shape):
    type: Name = ""
    role: Name = ""
    content: Any = None
