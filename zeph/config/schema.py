"""Every setting: its type, its default, its range, and a sentence for the person.

In: a nested dict as TOML gives it. Out: frozen :class:`Settings`. The reference in docs, the
example file, the wizard and the error messages all read these fields. A key that a stranger's file may set is marked
HARMLESS here; without the mark it may not. The keys below
``memory.graph`` and their defaults are those of Zeph's graph memory page, but ``enabled``.
"""

from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from zeph.config.fields import HARMLESS, MANY, NAMES_FILE, OneOf, Opens, Section, section
from zeph.config.mcp_settings import McpSettings
from zeph.config.providers import chat_providers, embedding_providers, who_answers
from zeph.config.tool_settings import ToolSettings

SYSTEM_PROMPT = (
    "You are Zeph, a helpful assistant in a terminal who remembers what the person has told you. "
    "Facts you are given under [knowledge graph] come from earlier conversations: use them where they "
    "help, prefer what the person says now, and say so when you do not know. What stands under [about the user] is "
    "always so: keep to the instructions there. Answer briefly and plainly."
)


class ModelSettings(Section):
    """Which model answers."""

    provider: Annotated[str, OneOf(chat_providers)] = Field(
        "auto",
        description=f"Who answers: {who_answers()}. auto takes Ollama where it is found, else the memory.",
    )
    name: str = Field("", description="The chat model's name; empty takes the provider's first one.")
    host: str = Field("", description="Ollama's address; empty takes OLLAMA_HOST, else http://127.0.0.1:11434.")
    base_url: str = Field(
        "", description="Address of the OpenAI-compatible endpoint, such as http://localhost:8080/v1."
    )
    api_key: Annotated[SecretStr | None, Opens("base_url")] = Field(
        None,
        description="Key for the address in base_url, from the same place as that; unset takes OPENAI_API_KEY, for "
        "OpenAI's own address alone.",
    )
    path: Annotated[str, NAMES_FILE] = Field(
        "", description="The GGUF file for provider gguf; one without a folder is looked for beside the settings file."
    )
    context_window: int = Field(
        0, le=MANY, description="Tokens of prompt and answer together, 0 or from 1024; 0 asks the model, up to 8192."
    )
    temperature: float = Field(
        -1, ge=-1, le=2, description="How freely it words its answers, 0 (always the same) to 2; below 0 is its own."
    )
    request_timeout_secs: float = Field(
        120, gt=0, le=86_400, description="Seconds to wait for the model's next piece before giving up."
    )

    @property
    def warmth(self) -> float | None:
        """The temperature to send; None sends none."""
        return self.temperature if self.temperature >= 0 else None

    @field_validator("context_window")
    @classmethod
    def _window(cls, value: int) -> int:
        if value != 0 and value < 1024:
            raise ValueError("must be 0 or at least 1024")
        return value


class EmbeddingSettings(Section):
    """How texts become vectors."""

    provider: Annotated[str, OneOf(embedding_providers)] = Field(
        "auto",
        description="Who makes the vectors; auto takes the embedded model where it is installed, none searches by "
        "words alone.",
    )
    model: str = Field("", description="The embedding model's name; empty takes the provider's usual one.")


class RerankingSettings(Section):
    """A cross-encoder that puts what recall has found in order, at an endpoint as Jina, Cohere and others offer it."""

    model: str = Field("", description="The reranking model's name; empty uses none.")
    base_url: str = Field(
        "", description="Address below which the endpoint has /rerank, such as http://localhost:8080/v1."
    )
    api_key: Annotated[SecretStr | None, Opens("base_url")] = Field(
        None, description="Key for the address in base_url, from the same place as that."
    )
    timeout_secs: float = Field(
        3, gt=0, le=300, description="Seconds to wait for it; then the usual order stands, and a note says so."
    )


class AgentSettings(Section):
    """How the agent talks."""

    system_prompt: str = Field(SYSTEM_PROMPT, description="What the model is told before everything else.")
    reply_reserve_tokens: int = Field(
        1024, ge=64, le=MANY, description="Tokens of the context window that are kept free for the answer."
    )
    context_budget_tokens: int = Field(
        -1,
        ge=-1,
        le=MANY,
        description="Tokens of which recalled facts, messages and summaries have their shares; -1 takes what the "
        "context window leaves, 0 is unlimited: then no facts are added to what is said.",
    )


class InterfaceSettings(Section):
    """How the chat looks."""

    screen: Annotated[Literal["full", "line"], HARMLESS] = Field(
        "full",
        description="What `zeph chat` opens on a terminal: the full screen, or a line interface that leaves everything "
        "in the terminal's scrollback.",
    )
    theme: Annotated[Literal["auto", "dark", "light", "ansi"], HARMLESS] = Field(
        "auto",
        description="Colours of the full screen; ansi takes the terminal's own sixteen, auto asks COLORFGBG whether "
        "the background is light. NO_COLOR wins over all.",
    )
    mouse: Annotated[bool, HARMLESS] = Field(
        True, description="Let the full screen have the mouse; off leaves it to the terminal."
    )
    copy_on_select: bool = Field(False, description="Copy what is selected with the mouse at once.")
    memory_panel: bool = Field(False, description="Open the memory panel at the start.")


class RpeSettings(Section):
    """Skip turns that bring nothing new."""

    enabled: bool = Field(
        False, description="Skip extraction for turns of little surprise; it needs embeddings, without them none is."
    )
    threshold: float = Field(0.3, ge=0, le=1, description="Turns of less surprise than this are skipped.")
    max_skip_turns: int = Field(
        5, ge=0, le=MANY, description="After this many skips the next turn is always extracted."
    )


class NoteLinkingSettings(Section):
    """Link entities that are alike."""

    enabled: bool = Field(False, description="Link similar entities after each extraction.")
    similarity_threshold: float = Field(0.85, ge=0, le=1, description="Cosine similarity from which two are linked.")
    top_k: int = Field(10, ge=1, le=1000, description="Most links that one entity has.")
    timeout_secs: float = Field(
        5, gt=0, le=3600, description="Seconds after which a linking pass stops; the next one goes on."
    )


class BeliefRevisionSettings(Section):
    """Notice facts that contradict known ones."""

    enabled: bool = Field(False, description="Compare each new fact with the known ones between the same two entities.")
    similarity_threshold: float = Field(
        0.85, ge=0, le=1, description="Cosine similarity of two facts from which the new one replaces the old."
    )


class SpreadingActivationSettings(Section):
    """SYNAPSE: recall by spreading activation; the two ``seed_`` keys also choose the seeds of the usual walk."""

    enabled: bool = Field(False, description="Walk the graph by spreading activation instead of breadth-first.")
    decay_lambda: float = Field(0.85, gt=0, le=1, description="Share of the activation that a hop passes on.")
    max_hops: int = Field(3, ge=1, le=10, description="Hops that activation spreads.")
    activation_threshold: float = Field(0.1, ge=0, le=1, description="Entities below this activation are left out.")
    inhibition_threshold: float = Field(
        0.8, ge=0, le=1, description="Entities above this activation hold their neighbours down."
    )
    max_activated_nodes: int = Field(50, ge=1, le=10_000, description="Most activated entities that are kept.")
    seed_structural_weight: float = Field(
        0.4, ge=0, le=1, description="Weight of an entity's connections, against its match, in choosing seeds."
    )
    seed_community_cap: int = Field(3, ge=0, le=MANY, description="Most seeds from one community; 0 is unlimited.")

    @field_validator("inhibition_threshold")
    @classmethod
    def _above_activation(cls, value: float, info: ValidationInfo) -> float:
        activation = info.data.get("activation_threshold")
        if activation is not None and value <= activation:
            raise ValueError(f"must be more than activation_threshold ({activation})")
        return value


class GraphSettings(Section):
    """The graph memory."""

    enabled: bool = Field(True, description="Turn messages into facts and recall them.")
    extractor: Literal["auto", "llm", "local", "hybrid"] = Field(
        "auto",
        description="Who finds the facts: a language model, the local reader, or both (joined, and it stands in "
        "where the model fails); auto takes the model where one answers, and both where it is a GGUF file.",
    )
    reflection: bool = Field(False, description="Ask the model a second time what it has missed in a message.")
    extract_model: str = Field("", description="The model for extraction; empty takes the chat model.")
    extract_assistant: bool = Field(False, description="Take facts from the assistant's messages too.")
    ontology_file: Annotated[str, NAMES_FILE] = Field(
        "",
        description="A TOML file with more relations, entity types and edge types; one without a folder is "
        "looked for beside the settings file.",
    )
    max_entities_per_message: int = Field(
        10, ge=1, le=100, description="Most entities taken from one message, or each part of a long one."
    )
    max_edges_per_message: int = Field(
        15, ge=1, le=100, description="Most facts taken from one message, or each part of a long one."
    )
    max_hops: int = Field(2, ge=1, le=10, description="How far recall walks from the entities of a question.")
    recall_limit: int = Field(10, ge=1, le=1000, description="Most facts put before the model in one turn.")
    extraction_timeout_secs: float = Field(
        15, gt=0, le=3600, description="Seconds that one extraction call to a model may take."
    )
    extraction_token_budget_per_day: int = Field(
        0,
        ge=0,
        le=MANY,
        description="Tokens a model may spend on extraction in a day (UTC); then the local reader finds the facts, and "
        "with the extractor llm messages wait for the next day. 0 is unlimited.",
    )
    entity_similarity_threshold: float = Field(
        0.85, ge=0, le=1, description="Similarity from which two names are the same entity."
    )
    entity_ambiguous_threshold: float = Field(
        0.70, ge=0, le=1, description="Similarity from which the model decides whether two names are one entity."
    )
    use_embedding_resolution: bool = Field(False, description="Also compare names by meaning, not by spelling alone.")
    conflict_resolution_strategy: Literal["recency", "confidence", "llm"] = Field(
        "recency",
        description="Which of two contradicting facts stands: the later, the surer, or the one a model chooses.",
    )
    edge_history_limit: int = Field(
        100, ge=1, le=100_000, description="Most earlier versions of a fact that are shown."
    )
    temporal_decay_rate: float = Field(
        0.0, ge=0, le=10, description="Boost for recent facts, 1/(1 + age in days x rate); 0 is off."
    )
    link_weight_decay_lambda: float = Field(
        0.95, gt=0, le=1, description="What is left of an unused fact's retrieval count after each interval; 1 is off."
    )
    link_weight_decay_interval_secs: int = Field(86_400, ge=1, le=MANY, description="Seconds between two such passes.")
    community_refresh_interval: int = Field(
        100, ge=1, le=MANY, description="Messages between two detections of communities."
    )
    community_algorithm: Literal["label_propagation", "leiden"] = Field(
        "label_propagation",
        description="How communities are found; leiden finds fewer, larger ones and needs `pip install zeph[leiden]`.",
    )
    community_summary_concurrency: int = Field(
        4, ge=1, le=64, description="Community summaries that a model writes at a time."
    )
    community_summary_max_prompt_bytes: int = Field(
        8192, ge=256, le=10_000_000, description="Most bytes of a prompt for a community's summary."
    )
    lpa_edge_chunk_size: int = Field(
        10_000, ge=0, le=MANY, description="Facts loaded at a time when communities are detected; 0 loads all at once."
    )
    expired_edge_retention_days: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="Days that superseded facts are kept, and things of which nothing is known any more; 0 keeps them "
        "for ever, so that past dates stay answerable.",
    )
    max_entities: int = Field(
        0,
        ge=0,
        le=MANY,
        description="Most entities that are kept; above it those with the fewest current facts go, with these facts. "
        "0 is unlimited.",
    )
    pool_size: int = Field(3, ge=1, le=32, description="Connections that read the database at the same time.")
    rpe: RpeSettings = section()
    note_linking: NoteLinkingSettings = section()
    belief_revision: BeliefRevisionSettings = section()
    spreading_activation: SpreadingActivationSettings = section()

    @field_validator("entity_ambiguous_threshold")
    @classmethod
    def _not_above_similarity(cls, value: float, info: ValidationInfo) -> float:
        similarity = info.data.get("entity_similarity_threshold")
        if similarity is not None and value > similarity:
            raise ValueError(f"must be at most entity_similarity_threshold ({similarity})")
        return value


class RecallSettings(Section):
    """How what was found is put in order."""

    mmr_lambda: float = Field(
        1.0,
        gt=0,
        le=1,
        description="Maximal marginal relevance: below 1, findings that repeat what stands above them go down; 1 is "
        "off.",
    )
    mention_weight: float = Field(
        0.0, ge=0, le=10, description="Weight of how many messages a fact came from, in the order of facts; 0 is off."
    )
    distance_weight: float = Field(
        0.0,
        ge=0,
        le=10,
        description="Weight of how near a fact is, in hops, to what the question names, in the order of facts; 0 is "
        "off.",
    )


class ProfileSettings(Section):
    """What the model is always told about the person."""

    enabled: bool = Field(
        True,
        description="Put who the person is (name, home, work, people, health, standing instructions) before the model "
        "in every turn; `zeph profile` shows it.",
    )
    tokens: int = Field(200, ge=0, le=4000, description="Most tokens of it.")


class BlockSettings(Section):
    """Core memory: labelled texts that stand in every request."""

    enabled: bool = Field(True, description="Put the blocks before the model in every turn; `zeph blocks` shows them.")
    tokens: int = Field(1500, ge=0, le=100_000, description="Most tokens of their texts in a request.")
    char_limit: int = Field(2000, ge=1, le=20_000, description="Most characters of a new block.")


class MemorySettings(Section):
    """What is remembered."""

    space: str = Field(
        "personal", min_length=1, max_length=200, description="The memory's space; nothing leaks from one to another."
    )
    keep_secrets: bool = Field(
        False,
        description="Keep keys and passwords that are told or pasted; else [redacted] takes their place before anything"
        " is stored or sent to a model.",
    )
    recall_messages_limit: int = Field(
        10, ge=0, le=1000, description="Most earlier messages put before the model in one turn."
    )
    profile: ProfileSettings = section()
    blocks: BlockSettings = section()
    recall: RecallSettings = section()
    graph: GraphSettings = section()


class Settings(Section):
    model: ModelSettings = section()
    embedding: EmbeddingSettings = section()
    reranking: RerankingSettings = section()
    agent: AgentSettings = section()
    tools: ToolSettings = section()
    interface: InterfaceSettings = section()
    memory: MemorySettings = section()
    mcp: McpSettings = section()

    @field_validator("agent")
    @classmethod
    def _answer_fits(cls, value: AgentSettings, info: ValidationInfo) -> AgentSettings:
        model = info.data.get("model")
        if model and model.context_window and value.reply_reserve_tokens >= model.context_window:
            message = f"must be less than model.context_window ({model.context_window})"
            raise PydanticCustomError("below_window", message, {"key": "reply_reserve_tokens"})
        return value
