"""What a session tells of the source tree that it runs from: the commit, wherever git keeps it."""

from __future__ import annotations

import pytest

from hanabilab.runs import session

COMMIT, OTHER = "c0ffee" * 6 + "c0ff", "0" * 40
BRANCH = "ref: refs/heads/main\n"
PACKED = f"# pack-refs with: peeled\n{OTHER} refs/heads/main2\n{COMMIT} refs/heads/main\n"

#: The files of a source tree.
TREES = {
    "a branch": {".git/HEAD": BRANCH, ".git/refs/heads/main": f"{COMMIT}\n"},
    "a packed branch": {".git/HEAD": BRANCH, ".git/packed-refs": PACKED},
    "both": {
        ".git/HEAD": BRANCH,
        ".git/refs/heads/main": f"{COMMIT}\n",
        ".git/packed-refs": f"{OTHER} refs/heads/main\n",
    },
    "no branch": {".git/HEAD": f"{COMMIT}\n"},
    "a worktree": {
        ".git": "gitdir: main.git/worktrees/here\n",
        "main.git/worktrees/here/HEAD": BRANCH,
        "main.git/worktrees/here/commondir": "../..\n",
        "main.git/refs/heads/main": f"{COMMIT}\n",
    },
    "a branch without a commit": {".git/HEAD": BRANCH, ".git/packed-refs": ""},
    "no git": {},
}


@pytest.mark.parametrize("tree", TREES)
def test_a_session_tells_the_commit(tree, tmp_path, monkeypatch):
    """Of the branch that is checked out; where there is none it is unknown."""
    for name, text in TREES[tree].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(session, "__file__", str(tmp_path / "src" / "hanabilab" / "runs" / "it.py"))
    expected = "unknown" if "no git" == tree or "without" in tree else COMMIT
    assert expected == session.describe_session()["commit"]
