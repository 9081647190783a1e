"""An amount of money as it is typed: "60 quid", "£1,200", "a tenner", "1.5k", "two hundred euros".

In: a few words. Out: :class:`Amount`; None where they are no amount. Pure.
"""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from zeph.memory.debts.tables import read_debts_table
from zeph.memory.language.word_tables import word_set

_TABLE = read_debts_table()["amounts"]
_UNITS = {word: unit for unit, said in _TABLE["units"].items() for word in said.split()}
_IN_FRONT = frozenset(_TABLE["in_front"].split())
_COINS: dict[str, str] = _TABLE["coins"]
_NUMBERS: dict[str, int] = _TABLE["numbers"]
_SCALES: dict[str, int] = _TABLE["scales"]
_BESIDE = word_set(read_debts_table()["words"]["beside_amounts"])
_WORD = re.compile(r"(?:[RrSsAaCc]\$)|[£€$₹¥₦]|[Rr](?=\d)|\d[\d.,]*\d|\d|[^\W\d_]+")
_OF: str = read_debts_table()["words"]["of"]
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_BOTH = re.compile(r"(\d{1,3}(?:[.,]\d{3})+)[.,](\d{2})")
_FRACTION = re.compile(r"(\d+)[.,](\d{1,2})")
_THOUSAND = Decimal(1000)


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of one money."""

    value: Decimal
    unit: str = ""
    """Its sign or short name: "£", "kr"; empty where none was said."""

    def told(self) -> str:
        """ "£1,200", "800 kr", "15.50"."""
        whole = self.value == self.value.to_integral_value()
        number = f"{self.value:,.0f}" if whole else f"{self.value:,.2f}"
        return f"{self.unit}{number}" if self.unit in _IN_FRONT else f"{number} {self.unit}".strip()


def amount_of(text: str) -> Amount | None:
    """What a phrase is worth that names an amount and nothing else."""
    value, unit = None, ""
    rest: list[str] = []
    said = [one.lower() for one in _WORD.findall(text)]
    for word in said:
        if word in _UNITS and (value is not None or _UNITS[word] in _IN_FRONT):
            unit = unit or _UNITS[word]
        elif word[0].isdigit() and (value is None or _OF in rest):  # "10 of the 20"
            value = value if value is not None else _number(word)
        elif word == "k" and value is not None:
            value *= _THOUSAND
        else:
            rest.append(word)
    if value is not None:
        return _made(value, unit) if all(word in _BESIDE for word in rest) else None
    return _of_words(rest, unit)


def _of_words(words: list[str], unit: str) -> Amount | None:
    """ "A tenner", "two hundred"."""
    total, last = Decimal(0), Decimal(0)
    found = False
    for word in words:
        if word in _SCALES and (last or not found):
            total, last, found = total + (last or 1) * _SCALES[word], Decimal(0), True
        elif word in _COINS:
            value, _, coin = _COINS[word].partition(" ")
            total, last, unit, found = total + (last or 1) * Decimal(value), Decimal(0), unit or coin, True
        elif word in _NUMBERS:
            last += _NUMBERS[word]
            found = found or word not in _BESIDE
        elif word in _UNITS and found:
            unit = unit or _UNITS[word]
        elif word not in _BESIDE:
            return None
    return _made(total + last, unit) if found else None


def _number(text: str) -> Decimal | None:
    try:
        if _THOUSANDS.fullmatch(text):
            return Decimal(re.sub("[.,]", "", text))
        if cents := _BOTH.fullmatch(text):  # "1.250,00"
            return Decimal(f"{re.sub('[.,]', '', cents[1])}.{cents[2]}")
        if cents := _FRACTION.fullmatch(text):
            return Decimal(f"{cents[1]}.{cents[2]}")
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None


def _made(value: Decimal, unit: str) -> Amount | None:
    if not 0 < value < Decimal(10) ** 12:
        return None
    return Amount(value / 100, "£") if unit == "p" else Amount(value, unit)
