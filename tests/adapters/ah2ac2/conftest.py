"""What tests of the challenge need."""

from __future__ import annotations

import pytest

from tests.adapters.ah2ac2.playing import WORD


@pytest.fixture
def _websockets():
    pytest.importorskip("websockets", reason="websockets is not installed: make extras")


@pytest.fixture
def _key(monkeypatch):
    monkeypatch.setenv("AH2AC2_KEY", WORD)
