"""numpy, loaded late and with one BLAS thread, and rows made unit length.

In: lists of numbers from an endpoint. Out: float32 arrays of shape (texts, dimension).
Two spinning BLAS threads on busy cores turn 0.3 ms into 10 ms, hence the one.
"""

import os
from typing import Any

from zeph.errors import ModelGarbage
from zeph.models.ports import Vectors

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def load_numpy() -> Any:
    """The numpy module; on first use its BLAS is told to keep to one thread unless the person set it otherwise."""
    for variable in _ONE_THREAD:
        os.environ.setdefault(variable, "1")
    import numpy

    return numpy


def unit_rows(rows: Any, count: int, who: str) -> Vectors:
    """``rows`` as float32 of length one (a row of zeros stays). Raises ModelGarbage unless ``count`` rows are equal."""
    np = load_numpy()
    try:
        array = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelGarbage(f"{who} sent embeddings that are not rows of equal length.") from error
    if array.ndim != 2 or len(array) != count or not array.shape[1]:
        raise ModelGarbage(f"{who} was given {count} texts and sent embeddings of shape {array.shape}.")
    if not np.isfinite(array).all():
        raise ModelGarbage(f"{who} sent embeddings that contain NaN or infinity.")
    length = np.linalg.norm(array, axis=1, keepdims=True)
    return array / np.where(length > 0, length, 1)


def no_rows(dimension: int) -> Vectors:
    """The answer to no text at all: shape (0, dimension)."""
    np = load_numpy()
    return np.zeros((0, dimension), dtype=np.float32)
