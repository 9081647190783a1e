"""What is told of a day alone leaves the hour and the place of a thing as they were."""

import pytest

from zeph.memory.ingest.revision.kept_details import with_values

DAY = "2026-12-09 00:00:00"


@pytest.mark.parametrize(
    ("known", "said", "values", "day", "now"),
    [
        ("User's choir is tuesdays half seven at the chapel", "User's choir has moved to Wednesdays now",
         {"tuesdays": "Wednesdays"}, None, "User's choir is Wednesdays half seven at the chapel"),
        ("User's driving test is 9 december at 10.15 in Wilton", "User's driving test is 16 december", {},
         (DAY, "16 december"), "User's driving test is 16 december at 10.15 in Wilton"),
        ("Mo's party is on the 9th of December in the hall", "Mo's party has moved to the 16th", {},
         (DAY, "the 16th"), "Mo's party is on the 16th in the hall"),
        # it tells another place, too
        ("User's choir is tuesdays half seven at the chapel", "User's choir is Wednesdays at the town hall",
         {"tuesdays": "Wednesdays"}, None, ""),
        ("User's party is on Friday at the hall", "User's party is on Saturday at the park", {"Friday": "Saturday"},
         None, ""),
        ("User's wedding is on 9 May with a band", "User's wedding has moved to 10 May, no band", {"9 May": "10 May"},
         None, ""),
        ("User's interview is on 9 May at the bank", "User's interview has moved to 12 May by phone",
         {"9 May": "12 May"}, None, ""),
        # nothing would be lost
        ("User's yoga is tuesdays", "User's yoga is thursdays", {"tuesdays": "thursdays"}, None, ""),
        # the day does not stand in the sentence
        ("User's driving test is in Wilton", "User's driving test is 16 december", {}, (DAY, "16 december"), ""),
        ("User's driving test is 10 december in Wilton", "User's driving test is 16 december", {},
         (DAY, "16 december"), ""),
    ],
)  # fmt: skip
def test_a_sentence_with_another_value(
    known: str, said: str, values: dict[str, str], day: tuple[str, str] | None, now: str
) -> None:
    assert with_values(known, said, values, day) == now
