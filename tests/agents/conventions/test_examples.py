"""The worked examples of conventions, which stand in text files."""

from __future__ import annotations

import pytest

from hanabilab.agents.conventions.memory import BUILT_LEVELS
from tests.agents.conventions.reading import FOLDER, Table, read_examples

_LEVELS = sorted(int(file.stem.removeprefix("level_")) for file in FOLDER.glob("level_*.txt"))
_EXAMPLES = [example for level in _LEVELS for example in read_examples(level)]


@pytest.mark.parametrize("example", _EXAMPLES, ids=[example.title for example in _EXAMPLES])
@pytest.mark.late_but(39)
def test_example(example):
    """Each line of it holds; of a level that is not built the position is one that can be."""
    table = Table(example)
    if example.level not in BUILT_LEVELS:
        pytest.skip(f"level {example.level} is not built")
    table.run()


def test_examples_are_numbered():
    """1 to 59 are those of the reference; what we added follows."""
    numbers = [example.number for example in _EXAMPLES]
    assert len(numbers) == len(set(numbers))
    assert set(range(1, 60)) <= set(numbers)


def test_an_example_that_does_not_hold_is_told():
    """With its title, the line, and what is read instead."""
    example = read_examples(1)[0]
    example.lines[1] = "Bob 2 = R2"
    with pytest.raises(AssertionError, match="with one new card: 'Bob 2 = R2': R1"):
        Table(example).run()
