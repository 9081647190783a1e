"""Amounts of money as they are typed, and how they are told."""

from decimal import Decimal

import pytest

from zeph.memory.debts.amounts import Amount, amount_of


@pytest.mark.parametrize(
    ("said", "value", "unit"),
    [
        ("60 quid", "60", "£"), ("£1,250", "1250", "£"), ("2.300 euro", "2300", "€"), ("4,50", "4.50", ""),
        ("1.5k", "1500", ""), ("a tenner", "10", "£"), ("two hundred", "200", ""),
        ("R$ 80", "80", "R$"),
        ("R800", "800", "R"), ("the last 50", "50", ""), ("12 of the 30", "12", ""),
        ("another 20", "20", ""),
        ("70 cash", "70", ""), ("50p", "0.5", "£"),
        ("8 each", "8", ""), ("900 kr", "900", "kr"), ("$5.25", "5.25", "$"),
    ],
)  # fmt: skip
def test_an_amount_is_read(said: str, value: str, unit: str) -> None:
    assert amount_of(said) == Amount(Decimal(value), unit)


@pytest.mark.parametrize("said", ["12 hours", "four cans", "the drill", "one", "a", "", "9 grapes", "0", "a lot"])
def test_another_number_is_none(said: str) -> None:
    assert amount_of(said) is None


@pytest.mark.parametrize(
    ("amount", "told"),
    [(Amount(Decimal(1200), "£"), "£1,200"), (Amount(Decimal("4.5"), "€"), "€4.50"),
     (Amount(Decimal(800), "kr"), "800 kr"), (Amount(Decimal(15)), "15")],
)  # fmt: skip
def test_an_amount_is_told(amount: Amount, told: str) -> None:
    assert amount.told() == told
