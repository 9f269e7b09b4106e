"""The weights of a layer as arrays, and one's own as what is verified."""

import contextlib
import copy
import json
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Optional, Union

import numpy as np

from attest import _calls as calls
from attest._calls import Size
from attest._html import escape, setting, table
from attest._numbers import Exact, approximate, exact
from attest._theorem import About, about_call, as_theorem


def _matrix(value: Any) -> Optional[list[list[Fraction]]]:
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        return None
    rows = [[exact(cell) if isinstance(cell, str) else None for cell in row] for row in value]
    if len({len(row) for row in rows}) != 1 or not all(isinstance(cell, Fraction) for row in rows for cell in row):
        return None
    return [[cell for cell in row if isinstance(cell, Fraction)] for row in rows]


def _with_arrays(value: Any, floats: bool) -> Any:
    matrix = _matrix(value)
    if matrix is not None:
        if floats:
            return np.array([[approximate(cell) for cell in row] for row in matrix], dtype=np.float64)
        array = np.empty((len(matrix), len(matrix[0])), dtype=object)
        for i, row in enumerate(matrix):
            for j, cell in enumerate(row):
                array[i, j] = cell
        return array
    if isinstance(value, dict):
        return {name: _with_arrays(part, floats) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_arrays(part, floats) for part in value]
    return value


def _number_text(value: Any) -> str:
    # A float is the rational number that it is, exactly.
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"expected a number as a weight, got {value!r}")
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, (int, float, Fraction)):
        raise TypeError(f"expected a number as a weight, got {value!r}")
    try:
        return str(Fraction(value))
    except (ValueError, OverflowError):
        raise TypeError(f"expected a finite number as a weight, got {value!r}") from None


def _without_arrays(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [_without_arrays(row) for row in value] if value.ndim > 1 else [_number_text(cell) for cell in value]
    if isinstance(value, Mapping):
        return {name: _without_arrays(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_without_arrays(part) for part in value]
    if isinstance(value, Fraction):
        return str(value)
    return value


@dataclass(frozen=True)
class Weights:
    """The layer of one variant at one setting. `layer` is what `attest show` prints, with each matrix as an array: of Fraction, or
    of float64, then rounded to nearest. An array may be changed, and `verify(.., weights=..)` takes what it is then."""

    claim: str
    variant: str
    parameters: Mapping[str, Any]
    layer: dict[str, Any] = field(compare=False)
    shown: Mapping[str, Any] = field(repr=False, compare=False)  # the whole document that the layer was read from

    @property
    def heads(self) -> list[dict[str, Any]]:
        """Their arrays are "W_1", "W_2", .. and "V_2", ..: rows of a head are W x, values V x."""
        return list(self.layer["heads"])

    def scale(self, head: int = 0) -> Exact:
        return exact(self.heads[head]["scale"])

    def document(self) -> dict[str, Any]:
        """As JSON, every number exactly."""
        made = copy.copy(dict(self.shown))
        made["weights"] = _without_arrays(self.layer)
        return made

    def _repr_html_(self) -> str:
        rows = [(escape(head.get("name", k + 1)), escape(head.get("kernel", "")), escape(head.get("scale", "")),
                 escape(", ".join(f"{name} {'x'.join(map(str, a.shape))}" for name, a in head.items()
                                  if isinstance(a, np.ndarray)))) for k, head in enumerate(self.layer.get("heads", []))]
        what = escape(f"{self.claim} ({self.variant}) {setting(self.parameters)}")
        return f"<p>{what}</p>" + table(("head", "kernel", "scale", "arrays"), rows)


def weights(theorem: About, /, variant: Optional[str] = None, *, floats: bool = False,
            parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Weights:
    """The weights at these sizes, of Fractions, or of floats nearest to them."""
    text = about_call("show", theorem, calls.all_sizes(parameters, sizes), {"variant": variant})
    document = calls.documents(text)[0]
    if not isinstance(document.get("weights"), dict):
        raise calls.Error(f"{as_theorem(theorem)}: no weights are shown; a layer has them, at sizes that are all given")
    return Weights(document["claim"], document["variant"], document["parameters"],
                   _with_arrays(document["weights"], floats), document)


OwnWeights = Union[Weights, Mapping[str, Any], str, "os.PathLike[str]"]
"""A file as `attest show THEOREM k=v --format json` prints it, or what is in it."""


@contextlib.contextmanager
def given_weights(theorem: About, given: Optional[OwnWeights]) -> Iterator[tuple[Optional[str], str]]:
    """The option --weights, and what standard input holds. Beside a theorem's text, which stands there, they go into a file."""
    if given is None or isinstance(given, (str, os.PathLike)):
        yield (None if given is None else os.fspath(given)), ""
        return
    text = json.dumps(given.document() if isinstance(given, Weights) else _without_arrays(given))
    if as_theorem(theorem).kind != "text":
        yield "-", text
        return
    with tempfile.TemporaryDirectory(prefix="attest-") as folder:
        path = pathlib.Path(folder, "weights.json")
        path.write_text(text, encoding="utf-8")
        yield str(path), ""
