# Everything a newcomer needs: `make demo` runs the main job, `make test` the tests.
# Needs Python 3.11 to 3.14 with venv, and make; all else goes into .venv.

VENV := .venv
BIN := $(VENV)/bin
FIND_PYTHON = for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	if $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; \
	then echo $$p; exit; fi; done; echo no-python
PYTHON ?= $(shell $(FIND_PYTHON))

.PHONY: demo test test-all harness mutants coverage check hle extras browser recipes docs bench clean

demo: $(VENV)/base
	$(BIN)/hanabi demo

# Static checks, and the tests with compiled kernels; two processes.
test: check
	scripts/test

# All lanes: slow tests, kernels as plain Python, and with every array access checked.
test-all: test
	scripts/test slow plain bounds

# Attacks on parsers, run folders, crashes, determinism and rules; minutes. See docs/reliability.md.
harness: $(VENV)/dev
	$(BIN)/python -m tests.harness

# One place of the source changed at a time: does a test turn red? Hours; a stopped run goes on.
mutants: $(VENV)/dev
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,mutants]'
	nice -n 10 $(BIN)/python -m tests.mutants

coverage: $(VENV)/dev
	scripts/test coverage

check: $(VENV)/dev
	scripts/check

# The Hanabi Learning Environment, to be compared with: needs cmake and a C++ compiler.
hle: $(VENV)/dev
	CMAKE_POLICY_VERSION_MINIMUM=3.5 $(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,hle]'

# PyTorch, pyribs, Gymnasium, PettingZoo, OpenSpiel, Z3, websockets, Starlette: networks, figures of
# archives, environments, small games of others, an oracle, bots, the page, the documentation.
extras: $(VENV)/dev
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,learn,evolve,envs,open-spiel,smt,count,bot,web,docs]'

# A browser for the tests of the page: Debian's Chromium without a window, driven by Playwright.
# Needs root where no Chromium is there yet.
browser: $(VENV)/dev
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,web,browser]'
	command -v chromium-headless-shell || command -v chromium || \
		{ apt-get update -q; DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
			--no-install-recommends chromium-headless-shell fonts-dejavu-core; }

# The recipes of docs/environments.md for learners of others, in an environment of their own.
recipes: build/recipes/ready
	OMP_NUM_THREADS=1 build/recipes/bin/pytest -q -rs -p no:cacheprovider \
		tests/adapters/environments/test_other_learners.py tests/adapters/environments/test_torchrl.py

build/recipes/ready: $(VENV)/python pyproject.toml constraints.txt
	$(BIN)/python -m venv build/recipes
	build/recipes/bin/python -m pip install -q -c constraints.txt \
		-e '.[dev,learn,envs,sb3,supersuit,torchrl]'
	@touch $@

# The documentation as a site: build/site/index.html. A warning is an error.
docs: $(VENV)/dev
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,docs]'
	$(BIN)/sphinx-build -q -W --keep-going -b html -c docs . build/site

bench: $(VENV)/base
	$(BIN)/hanabi bench

clean:
	rm -rf $(VENV) build dist runs/demo

$(VENV)/python:
	@if [ "$(PYTHON)" = no-python ]; then \
		echo "no Python 3.11 to 3.14 found; install one, or: make PYTHON=/path/to/python3" >&2; exit 2; fi
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/base: $(VENV)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install -q -c constraints.txt -e .
	@touch $@

$(VENV)/dev: $(VENV)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/base
