"""`hanabi log imitate`: a model in a file, a table or a document, one line for mistakes."""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent
from hanabilab.people.game import HUMAN
from tests.cli.calling import document, printed, refusal
from tests.people.telling import as_people, game_of, write_lines

torch = pytest.importorskip("torch")
load = pytest.importorskip("safetensors.torch").load

pytestmark = pytest.mark.once

_QUICK = ("--epochs", 2, "--hidden", 8)


@pytest.fixture
def file(tmp_path):
    """Three games that `five-rule` played, as lines."""
    games = [
        as_people(game_of(["five-rule"] * 2, seed), str(seed), (HUMAN, HUMAN)) for seed in range(3)
    ]
    return write_lines(tmp_path / "games.jsonl", games)


def test_a_model_is_written_and_held_against_what_it_has_not_learned(file, capsys, tmp_path):
    out = tmp_path / "mine.safetensors"
    told = document(capsys, "log", "imitate", file, "--out", out, "--folds", 3, *_QUICK)
    assert list(told) == ["agent", "by", "folds", "decisions", "cross_validated"]
    assert (told["agent"], told["by"], told["folds"]) == (f"people({out})", "game", 3)
    assert told["cross_validated"]["decisions"] == told["decisions"]
    assert told["cross_validated"]["cross_entropy"] > 0
    assert make_agent(told["agent"]).card.scores == {"cross_validated": told["cross_validated"]}


def test_the_same_command_writes_the_same_bytes(file, capsys, tmp_path):
    """Another seed others. With folds the card tells more, and the weights are the same."""
    written = []
    for folds, seed in ((0, 0), (0, 0), (0, 1), (2, 0)):
        out = tmp_path / "again.safetensors"
        options = ("--out", out, "--folds", folds, "--seed", seed)
        document(capsys, "log", "imitate", file, *options, *_QUICK)
        written.append(out.read_bytes())
    assert written[0] == written[1] != written[2]
    first, folded = load(written[0]), load(written[3])
    assert first.keys() == folded.keys()
    assert all(torch.equal(first[name], folded[name]) for name in first)


def test_people_are_told_what_was_done(file, capsys, tmp_path):
    out = tmp_path / "mine.safetensors"
    told = printed(capsys, "log", "imitate", file, "--out", out, "--folds", 2, *_QUICK)
    assert "decisions in 2 parts" in told
    assert "errors over games" in told
    assert "people(" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--folds", 1), "one part has no others to be predicted from"),
        (("--folds", 4), "3 people or games do not make 4 parts"),
        (("--seed", 1 << 63), "seed is 9223372036854775808; a whole number from 0 to 2**63 - 1"),
        (("--out", "mine.pt"), "no file of weights; name one ending in .safetensors"),
    ],
)
def test_mistakes_are_one_line_and_nothing_is_written(file, capsys, tmp_path, options, words):
    out = tmp_path / "mine.safetensors"
    told = refusal(capsys, "log", "imitate", file, "--out", out, *_QUICK, *options)
    assert words in told
    assert not out.exists()


def test_a_link_of_the_user_is_followed(file, capsys, tmp_path):
    """As with all files that are named: the model is where the link leads."""
    out, there = tmp_path / "link.safetensors", tmp_path / "there.safetensors"
    out.symlink_to(there)
    document(capsys, "log", "imitate", file, "--out", out, "--folds", 0, *_QUICK)
    assert out.is_symlink()
    assert there.is_file()
