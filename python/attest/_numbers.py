"""Exact numbers and enclosures, from the strings that the program writes."""

import decimal
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Optional, Union

Exact = Union[Fraction, str]
"""A rational number; or, as the program writes it, "16/7*sqrt(7)", "log(3)"."""

_FACTOR = re.compile(r"(?P<root>sqrt|log)\((?P<of>\d+)\)")


def exact(text: str) -> Exact:
    try:
        return Fraction(text)
    except ValueError:
        return text


def approximate(number: Exact) -> float:
    """Of a rational the nearest float; of p/q*sqrt(r)*log(k) one near it."""
    if isinstance(number, Fraction):
        return number.numerator / number.denominator
    value = 1.0
    for part in number.split("*"):
        sign = -1.0 if part.startswith("-") else 1.0
        part = part.lstrip("-")
        factor = _FACTOR.fullmatch(part)
        if factor is None:
            value *= sign * float(Fraction(part))
        else:
            of = int(factor["of"])
            value *= sign * (math.sqrt(of) if factor["root"] == "sqrt" else math.log(of))
    return value


def rounded(number: Fraction, direction: str, digits: int = 6) -> str:
    """To so many significant digits, downward or upward."""
    context = decimal.Context(prec=digits, rounding=direction)
    return f"{context.divide(decimal.Decimal(number.numerator), decimal.Decimal(number.denominator)):g}"


@dataclass(frozen=True)
class Enclosure:
    """A real number between two rationals, both ends included; `exact` where it is known as more than that."""

    lower: Fraction
    upper: Fraction
    exact: Optional[Exact] = None

    def __contains__(self, number: Union[int, Fraction]) -> bool:
        return self.lower <= number <= self.upper

    def __str__(self) -> str:
        if self.exact is not None:
            return str(self.exact)
        return f"[{rounded(self.lower, decimal.ROUND_FLOOR)}, {rounded(self.upper, decimal.ROUND_CEILING)}]"


def enclosure(document: Optional[Mapping[str, Any]]) -> Optional[Enclosure]:
    if document is None or document.get("lower") is None or document.get("upper") is None:
        return None
    known = document.get("exact")
    return Enclosure(Fraction(document["lower"]), Fraction(document["upper"]), None if known is None else exact(known))
