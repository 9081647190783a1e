"""Who owes whom how much: what messages say was lent, owed, paid back and let off, added up.

Arrows: ``amounts`` → ``parties`` → ``money_clause`` → ``movements`` → ``books`` → ``debt_reader``; ``accounts`` adds
up, ``money_days`` tells when. What is known of English stands in ``debts.toml``.
"""
