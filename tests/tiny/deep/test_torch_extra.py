"""What is said without PyTorch, and that it is left as it was found."""

from __future__ import annotations

import sys

import pytest

from hanabilab.errors import HanabiError
from hanabilab.tiny.deep import Capi, CapiSettings, learn_bad, model_of
from hanabilab.tiny.games import tiny_hanabi
from hanabilab.torch_extra import one_thread


def test_without_torch_a_line_says_what_to_install(monkeypatch):
    """Models need no PyTorch; networks do, and say how to get it."""
    monkeypatch.setitem(sys.modules, "torch", None)
    model = model_of(tiny_hanabi("A"))
    with pytest.raises(HanabiError, match=r"pip install .*\[learn\]'"):
        Capi(model, CapiSettings(), 1)
    with pytest.raises(HanabiError, match=r"pip install .*\[learn\]'"):
        learn_bad(model, "bad", seeds=[1])


def test_threads_are_given_back():
    """Training uses one thread and leaves PyTorch's number as it was."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    with one_thread():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == before
