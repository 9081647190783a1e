"""What is owed, added up: a balance is what one has given less what has come back, less what is let off."""

from decimal import Decimal
from fractions import Fraction

from zeph.memory.debts.accounts import Account, Said, added_up, is_same
from zeph.memory.debts.amounts import Amount
from zeph.memory.debts.movement import Kind, Movement


def _of(*movements: Movement) -> Account:
    said = [Said(movement, at, f"2026-03-{at:02} 09:00:00") for at, movement in enumerate(movements, 1)]
    return added_up("User", "Ann", said)


def _by_user(kind: Kind, amount: int | None = None, unit: str = "", *, more: bool = False) -> Movement:
    return Movement(kind, "User", "Ann", Amount(Decimal(amount), unit) if amount else None, more=more)


def _by_ann(kind: Kind, amount: int | None = None, unit: str = "", share: str = "1") -> Movement:
    return Movement(kind, "Ann", "User", Amount(Decimal(amount), unit) if amount else None, Fraction(share))


def _owed(account: Account) -> list[tuple[str, str]]:
    return [(debtor, amount.told()) for debtor, _, amount in account.owed]


def test_what_came_back_is_taken_off_and_what_is_lent_again_is_added() -> None:
    assert _owed(_of(_by_user("lent", 60, "£"), _by_ann("paid", 25), _by_user("lent", 10))) == [("Ann", "£45")]


def test_all_of_it_or_a_share_is_what_is_owed_then() -> None:
    assert _owed(_of(_by_user("lent", 60), _by_ann("paid"))) == []
    assert _owed(_of(_by_user("lent", 60), _by_ann("paid", share="1/3"))) == [("Ann", "40")]


def test_what_one_owes_is_set_against_what_the_other_does() -> None:
    assert _owed(_of(_by_user("lent", 60), _by_ann("lent", 80))) == [("User", "20")]


def test_a_debt_told_again_is_the_same_one_and_another_is_beside_it() -> None:
    told = _by_user("owed", 30)
    assert _owed(_of(told, told)) == [("Ann", "30")]
    assert _owed(_of(told, _by_user("owed", 12, more=True))) == [("Ann", "42")]
    assert _owed(_of(told, _by_user("owed", 12))) == [("Ann", "12")]


def test_what_nobody_owed_is_a_present() -> None:
    assert _of(_by_user("paid", 50)).steps == ()
    assert _owed(_of(_by_user("lent", 20), _by_ann("paid", 50))) == []


def test_what_was_given_was_lent_where_it_comes_back() -> None:
    back = Movement("paid", "Ann", "User", Amount(Decimal(30)), back=True)
    assert _owed(_of(_by_user("paid", 50), back)) == [("Ann", "20")]
    assert _owed(_of(_by_user("fronted", 50), Movement("promised", "Ann", "User"))) == [("Ann", "50")]
    assert _of(_by_user("fronted", 50)).steps == ()


def test_let_off_and_settled() -> None:
    off = Movement("let_off", amount=Amount(Decimal(15)))
    assert _owed(_of(_by_user("lent", 40), off)) == [("Ann", "25")]
    assert _owed(_of(_by_user("lent", 40), Movement("let_off"))) == []
    assert _owed(_of(_by_ann("lent", 40), Movement("settled"))) == []


def test_two_kinds_of_money_are_two_debts() -> None:
    account = _of(_by_user("lent", 50, "€"), _by_user("lent", 20, "£"), _by_ann("paid", 50, "€"))
    assert _owed(account) == [("Ann", "£20")]


def test_an_amount_without_its_money_is_of_the_one_spoken_of() -> None:
    assert _owed(_of(_by_user("lent", 50), _by_user("lent", 20, "£"))) == [("Ann", "£70")]


def test_names_are_the_same_by_all_words_of_one() -> None:
    assert is_same("User's brother", "the brother")
    assert is_same("Kit", "wee Kit")
    assert not is_same("Kit", "Kit's mum")
    assert not is_same("Ann", "Bea")
