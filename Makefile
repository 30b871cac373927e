# Every target sets up what it needs in .venv; nothing else is installed on the machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help play train test check format bench goldens mutants drill clean

help: ## show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/'

play: $(RUN_STAMP) ## set up, then sit down at a table
	@$(BIN)/casinowar play

train: $(RUN_STAMP) ## set up, then take the next lesson of the dealer school
	@$(BIN)/casinowar train

test: check ## all checks and all tests
	$(BIN)/python -m pytest -n 2

check: $(DEV_STAMP) ## formatting, lint and both type checkers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright --warnings

format: $(DEV_STAMP) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV_STAMP) ## measure, as ratios against named peers
	$(BIN)/python -m bench

goldens: $(DEV_STAMP) ## rewrite playthroughs, clause index, protocol frames and the client's types, for review
	$(BIN)/python -m tests.playthroughs.write
	$(BIN)/python -m tests.clauses.index
	$(BIN)/python -m tests.docs.frames
	$(BIN)/python -m tools.typescript

mutants: $(DEV_STAMP) ## break the engine in 200 places, one at a time, and see the tests notice
	$(BIN)/python -m tests.mutants

drill: $(DEV_STAMP) ## hours of faults: 10,000 simulations, then crashes, power failures and fuzz
	$(BIN)/python -m tests.simulation --seeds 10000
	$(BIN)/python -m tests.crash
	$(BIN)/python -m tests.drills
	$(BIN)/python -m tests.training.rounds 1000

clean: ## remove what was set up
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up in $(VENV), once: this takes a minute."
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@ $(RUN_STAMP)
