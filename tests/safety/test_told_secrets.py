"""Keys that are told or pasted are found by their shape, in whatever language the sentence is; other texts stay."""

import time

import pytest

from zeph.safety.secrets import REDACTED
from zeph.safety.told_secrets import hide_secrets

# (text, part of it that must be gone); none of the keys was ever one.
TOLD = [
    ("my openai key is sk-proj-Ab12Cd34Ef56Gh78Ij90KlMn", "Ab12"),
    ("use ghp_abcdefghijklmnopqrstuvwxyz0123456789 for it", "ghp_"),
    ("glpat-ab12cd34ef56gh78ij90", "ab12"),
    ("my wifi password is tr0ub4dor&3", "tr0ub"),
    ("the root password was changed to Winter2024!", "Winter"),
    ("My api key for the weather service is a1b2c3d4e5f6a7b8", "a1b2"),
    ("the token for staging is 9f8e7d6c5b4a39281706", "9f8e"),
    ("Mein Passwort lautet Katze!42x", "Katze"),
    ("mot de passe : Ch4tN0ir!!", "Ch4t"),
    ("la contraseña es Gat0Negro99", "Gat0"),
    ("senha: Gato#2024preto", "Gato"),
    ("пароль: кот12345кот", "кот12345"),
    ("密码是 abc12345xyz", "abc12345"),
    ("パスワードはneko1234neko", "neko1234"),
    ("비밀번호: goyangi!77", "goyangi"),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "wJalr"),
    ('{"client_secret": "q8R2-xx91-zz"}', "q8R2"),
    ("password = 'with spaces in it 1'", "spaces"),
    ("postgres://bob:hunter22@db.example/x", "hunter22"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\n-----END OPENSSH PRIVATE KEY-----", "b3Blb"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow never ended", "MIIE"),
    ("Authorization: Bearer abcdEFGH1234567890xyz", "abcdEFGH"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk", "eyJzdWI"),
    ("https://hooks.slack.com/services/T00000000/B00000000/abcd1234efgh5678", "abcd1234"),
    ("SG.abcdefghijklmnop1234.abcdefghijklmnopqrstuvwx", "abcdefgh"),
    ("xai-abcd1234efgh5678ijkl9012", "abcd1234"),
    ("123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "AAHdq"),
    ("the key is AKIAIOSFODNN7EXAMPLE, tell nobody", "IOSFOD"),
    ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39"),
    ("see https://acct.blob.example/x?sv=1&sig=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG%3D", "abcdefgh"),
]  # fmt: skip

HARMLESS = [
    "I forgot my password again", "the secret of a good bread is time", "my password is very long",
    "The token price is 12.50", "The key to happiness is self-acceptance", "My token limit is 4096",
    "commit 9fceb02d0ae598e95dc970b74767f19372d6aec9", "uuid 123e4567-e89b-12d3-a456-426614174000",
    "my password manager is Bitwarden", "sk-learn-compatible-estimators-are-nice", "password: none", "token: 12345",
    "Secret Santa is on 2024-12-24", "the key is under the mat", "The key signature is A-flat major",
    "The secret to it is mother-in-law's recipe", "see https://example.com:8080/path@2x.png",
    "the password reset link is at https://example.com/reset", "max_tokens = 1024", "Schlüssel ist unter der Matte",
    "la clé est dans l'entrée", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "la clave es escuchar", "Mein Schlüssel ist bei Ann-Kathrin.", "My secret is that I love K-pop.",
    "the password field is required=true", "my flight is LH1234 and the seat 22A", "mail bob+list@example.com", "",
    "I pay 1.234,56 € a month", "the token ring is slow", "password policy is 12+ characters", "My IBAN is on the card",
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), TOLD)
def test_a_key_is_hidden_and_named(text: str, secret: str) -> None:
    hidden = hide_secrets(text)
    assert secret not in hidden.text and REDACTED in hidden.text
    assert hidden.names and hidden.names[0] in hidden.sentence()
    assert hide_secrets(hidden.text).text == hidden.text, "what is hidden stays as it is"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_key_stays(text: str) -> None:
    assert hide_secrets(text).text == text
    assert hide_secrets(text).sentence() == ""


@pytest.mark.parametrize(
    "piece", ["password ", "a", "://", "password: aaaa", "eyJ", "-----BEGIN PRIVATE KEY-----", "key is ", "sk-", '"']
)
def test_time_grows_with_the_text_alone(piece: str) -> None:
    times = []
    for count in (20_000, 80_000):
        begun = time.process_time()
        hide_secrets(piece * (count // len(piece)))
        times.append(time.process_time() - begun)
    assert times[1] < 12 * times[0] + 0.2


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("aws stuff, secret kL9x!mm2 oops", "kL9x!mm2"), ("pw is tulip77!x", "tulip77!x"),
        ("the password's Grau3nix", "Grau3nix"), ("login Uu7?kk9P and that is it", "Uu7?kk9P"),
        ("DB_PASS=longlongword\nPORT=5432", "longlongword"), ("export STRIPE_KEY=abcdefgh", "abcdefgh"),
        ("mysql -u root -pS3same99 shop", "S3same99"), ("curl -u ann:S3same99 https://x.example", "S3same99"),
        ("postgres://ann:S3same99@db.example/shop", "S3same99"),
    ],
)  # fmt: skip
def test_a_secret_in_words_a_setting_or_a_command_is_hidden(text: str, secret: str) -> None:
    assert secret not in hide_secrets(text).text


@pytest.mark.parametrize(
    "text",
    [
        "the secret garden, page 42", "secret Santa2024 is on Friday", "my login page is v2.3.1",
        "pw reset on 2026-11-23",
        "the password manager is fine", "PORT=5432", "KEY=F", "the token v2.3.0 parser", "mysql -h db -p 3306",
        "secret meeting at 10:30am in B12",
    ],
)  # fmt: skip
def test_what_only_sounds_like_a_secret_stays(text: str) -> None:
    assert hide_secrets(text).text == text
