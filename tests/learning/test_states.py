"""States of training runs that somebody has altered: refused in one line, before a kernel runs."""

from __future__ import annotations

import io
import tracemalloc
from random import Random

import numpy as np
import pytest

from hanabilab.agents.user_files import code_allowed
from hanabilab.errors import ResumeError
from tests.harness.forged_arrays import forge_arrays
from tests.lanes import slow_after
from tests.learning.small import SMALL

torch = pytest.importorskip("torch")

from hanabilab.learning.plan import TrainingPlan  # noqa: E402  # after the extra was found
from hanabilab.learning.training import TrainingRun  # noqa: E402
from tests.learning.belief_files import belief_file  # noqa: E402
from tests.learning.people_files import RULES, random_people, some_games  # noqa: E402

pytestmark = [pytest.mark.once]

#: Runs by name: each keeps something that others do not.
PLANS = {
    "taught": 'algorithm = "dagger"\nteacher = "smart"\ninferences = true\n',
    "taught by marks": 'algorithm = "ppo"\nteacher = "iggi"\n',
    "people": f'algorithm = "partner-ppo"\npartner = "people({random_people()})"\n'
    "partner_share = 0.5\n",
    "clone": f'algorithm = "clone"\ngames = "{some_games()}"\nparts = 3\nhidden = 4\n',
    "own names": 'algorithm = "ppo"\nother_play = true\n',
    "imagined": 'algorithm = "obl"\nother_play = true\n',
    "of level 2": f'algorithm = "obl"\nbelief = "{belief_file("small")}"\n',
    "replay": 'algorithm = "r2d2"\nreplay_capacity = 32\nsad = true\nown_hand_coef = 0.5\n'
    "burn_in = 1\n",
    "belief": 'algorithm = "belief"\nagent = "five-rule"\n',
    "guided": 'algorithm = "guided-ppo"\nguide = "smart"\n',
}


def begun(folder, name):
    """A run after an update, kept in `folder`, and its arrays."""
    text = SMALL.replace("num_steps = 6", "num_steps = 7") + PLANS[name]
    if name == "guided":
        text = text.replace('rules = "small"', "")
    if name == "clone":
        text = f"updates = 4\nseed = 3\n{PLANS[name]}"
    if name == "people":
        text = text.replace('"small"', f'"{RULES}"')
    config = folder.parent / f"{folder.name}.toml"
    config.write_text(text)
    run = TrainingRun(TrainingPlan.from_config(config)).begin(folder)
    run.learner.update()
    return run


def keep(run, arrays):
    """Keep `arrays` as the state of a run, under a right digest."""
    keep_bytes(run, packed(arrays))


def keep_bytes(run, data):
    """Keep a file as the state of a run, under a right digest."""
    run.folder.drop(run.folder.parts("state"))
    run.folder.keep("state", run.learner.done, data, "npz")


def packed(arrays):
    """The file of some arrays."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def state_of(run):
    """All arrays of a state, by name."""
    with np.load(io.BytesIO(run.pack([run.learner]))) as file:
        return dict(file)


def resumed(run):
    """What the folder of a run is resumed as; it is let go again."""
    again = TrainingRun.find(run.folder.path).go_on()
    again.folder.release()
    return again


@pytest.fixture(scope="module", params=slow_after(3, PLANS))
def kept(request, tmp_path_factory):
    """A run of each kind, let go, and the arrays of its state."""
    run = begun(tmp_path_factory.mktemp("runs") / request.param.replace(" ", "-"), request.param)
    run.folder.release()
    return run, state_of(run)


def test_a_state_that_nobody_altered_is_gone_on_with(kept):
    """The same arrays come back, to the bit."""
    run, arrays = kept
    keep(run, arrays)
    again = resumed(run)
    found = state_of(again)
    assert found.keys() == arrays.keys()
    differ = [name for name in found if not np.array_equal(found[name], arrays[name])]
    # States come back without the bytes between fields, and handles are of one process.
    of_process = ("player.games.states", "games.states", "player.partner.memory")
    assert [] == [name for name in differ if name not in of_process]
    again.learner.update()


#: What kernels, or PyTorch, look something up by.
_LOOKED_UP = (
    "games.states", "games.names", "games.games", "games.seats", "games.legal", "games.memory",
    "games.proposals", "teacher.memory", "teacher.actions", "teacher.inferences", "taken.actions",
    "taken.turns", ".ages", "replay.actions", "replay.ages", "replay.taught", "replay.own_hand",
    "generator", "done",
)  # fmt: skip


def test_no_number_that_is_looked_up_leaves_its_range(kept):
    """One number of each such array far too large, or negative: a line, and nothing is run."""
    run, arrays = kept
    tried = [name for name in arrays if name.endswith(_LOOKED_UP) and arrays[name].size]
    plays = any(name.endswith("games.names") for name in arrays)
    assert len(tried) >= (8 if plays else 2)
    for name in tried:
        largest = 1 if arrays[name].dtype == bool else np.iinfo(arrays[name].dtype).max
        for value in (largest, -7):
            changed = arrays[name].copy().reshape(-1)
            place = _place_in(name, arrays)
            with np.errstate(all="ignore"):
                changed[place] = np.array(value).astype(changed.dtype)
            altered = changed.reshape(arrays[name].shape)
            if (altered == arrays[name]).all():
                continue
            if name.endswith("games.states") and _between_fields(altered, arrays[name]):
                continue
            keep(run, arrays | {name: altered})
            line = refusal_of(run)
            assert "part-" in line, f"{name} with {value}"
            assert "\n" not in line


def test_forged_states_are_refused_in_a_line_or_gone_on_with(kept):
    """Values, types, shapes, headers, members and bytes of all kinds, drawn with a seed."""
    run, arrays = kept
    data, refused = packed(arrays), 0
    for seed in range(60):
        way, forged = forge_arrays(Random(seed), data)
        keep_bytes(run, forged)
        line = refusal_of(run)
        assert "\n" not in line, f"seed {seed}: {way}"
        refused += bool(line)
    assert refused > 30


def refusal_of(run):
    """The line that a run is refused with; "" if it is resumed."""
    try:
        resumed(run)
    except ResumeError as error:
        return str(error)
    return ""


def _place_in(name, arrays):
    """Where a number stands that is looked at: of a generator, of a game's actions, or in all."""
    if name.endswith("generator"):
        return 16
    if name.endswith("taken.actions"):
        turns = arrays[name.replace("actions", "turns")]
        return int(turns.argmax()) * arrays[name].shape[1]
    if name.endswith("teacher.memory"):
        return arrays[name].size // 2 + 2  # a row's first two entries may be its agent's own
    return 0 if name == "done" else arrays[name].size // 2


def _between_fields(altered, before):
    """Whether states differ in nothing but rules, which are the run's own, and gaps."""
    from hanabilab.game.state import STATE

    one, other = (np.ascontiguousarray(each).view(STATE).reshape(-1) for each in (altered, before))
    return all(np.array_equal(one[name], other[name]) for name in STATE.names if name != "rules")


def test_a_whole_array_of_wild_numbers_is_refused(kept):
    """As in `player.games.names[:] = 2**31 - 1`, which was a segmentation fault."""
    run, arrays = kept
    name = next((name for name in arrays if name.endswith("games.names")), None)
    if name is None:
        pytest.skip("it plays no games")
    keep(run, arrays | {name: np.full_like(arrays[name], 2**31 - 1)})
    with pytest.raises(ResumeError, match="names"):
        resumed(run)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"run.seconds": np.zeros(700_000_000, np.int8)}, "larger than it can be"),
        ({"run.seconds": np.zeros(3)}, "shape"),
        ({"run.seconds": np.array(np.nan)}, "out of range"),
        ({"curve.updates": np.zeros(200_000_000, np.int8)}, "larger than it can be"),
        ({"curve.updates": np.arange(2), "told.updates": np.ones(1, bool)}, "do not fit"),
        ({"curve.score": np.arange(2), "told.score": np.ones(2, bool)}, "do not fit"),
        ({"curve.A": np.arange(2)}, "has an array 'curve.A'"),
        ({"foreign": np.arange(2)}, "has an array 'foreign'"),
        ({"done": np.array(3)}, "number of updates"),
    ],
)
def test_what_no_state_has_is_refused_before_it_takes_memory(tmp_path, change, says):
    """Other arrays, other shapes, columns of a curve that do not fit, another number of updates."""
    run = begun(tmp_path / "run", "own names")
    keep(run, state_of(run) | change)
    run.folder.release()
    tracemalloc.start()
    with pytest.raises(ResumeError, match=says):
        resumed(run)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


def test_states_of_older_releases_are_gone_on_with_on_the_users_word(tmp_path):
    """They lack the actions of games, so what they say of games cannot be checked."""
    for name in ("taught", "guided"):
        run = begun(tmp_path / name, name)
        older = {each: array for each, array in state_of(run).items() if "taken." not in each}
        keep(run, older)
        run.folder.release()
        with pytest.raises(ResumeError, match="--allow-code"):
            resumed(run)
        with code_allowed([], all_files=True):
            assert resumed(run).learner.done == 1


def test_a_finished_run_needs_nobodys_word(tmp_path):
    """Nobody plays on in it, so a finished run of an older release is read as it was."""
    run = begun(tmp_path / "run", "taught")
    run.train()
    older = {name: array for name, array in state_of(run).items() if "taken." not in name}
    keep(run, older)
    run.folder.release()
    assert resumed(run).finished
