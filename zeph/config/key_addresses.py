"""A key goes to the address it was written for.

In: the layers of the settings. Out: the API keys that must not be used, each with a sentence. A key is used where the
address in force is the one that stood when the key was written: seen from its own layer and those of the person's
layers below it. What the current folder's file says is no layer of the person's, trusted or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zeph.config.keys import Key, all_keys
from zeph.config.layers import Layer, Path_, leaves


@dataclass(frozen=True, slots=True)
class StrayKey:
    path: Path_
    sentence: str


def stray_keys(layers: Sequence[Layer]) -> Iterator[StrayKey]:
    """API keys whose address was put there by somebody else, or later than the key. ``layers``: weakest first."""
    for key in all_keys():
        holder = next((at for at in reversed(range(len(layers))) if _value(layers[at], key.path) is not None), None)
        if not key.opens or holder is None:
            continue
        address = (*key.path[:-1], key.opens)
        of_folder = layers[holder].place == "folder"
        seen = [layers[holder]] if of_folder else [one for one in layers[: holder + 1] if one.place != "folder"]
        if _last(layers, address) != _last(seen, address):
            yield StrayKey(key.path, _sentence(key, layers[holder], layers, address))


def _sentence(key: Key, holder: Layer, layers: Sequence[Layer], address: Path_) -> str:
    other = next((one.origin for one in reversed(layers) if _value(one, address) is not None), "the defaults")
    name = ".".join(address)
    return f"{key.dotted} of {holder.origin} is not used: {name} comes from {other}; an address carries its own key."


def _last(layers: Sequence[Layer], path: Path_) -> str:
    found = [value for one in layers if (value := _value(one, path)) is not None]
    return str(found[-1]).rstrip("/") if found else ""


def _value(layer: Layer, path: Path_) -> object:
    return dict(leaves(layer.values)).get(path)
