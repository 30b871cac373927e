# Every target sets up what it needs in .venv; nothing else is installed on the machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# an extra of pyproject.toml is installed in .venv if its stamp is there
INSTALLED := $(VENV)/.installed-
DEV_STAMP := $(INSTALLED)dev
# `make web` builds the page where its progress can be seen, not inside pip
# Python compiles what it imports, a third of all; pip would compile everything on one core
PIP_INSTALL := PAGE_OF_CASINOWAR=skip $(BIN)/pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
# and keeps it: the tests start Python hundreds of times
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play terminal train web webtest browser screenshots pictures measure chromium test quick check check-all style mypy pyright lint packages page kernels bytecode tests format \
	bench goldens mutants drill dist docs docs-serve docs-test clean

help: ## show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 20

setup: $(DEV_STAMP) ## install every extra and everything that the tests need

play: web ## play in the browser: set up, build the page and open it; Ctrl-C stops it
	@$(BIN)/python -m tools.play

terminal: $(INSTALLED)terminal ## play in the terminal
	@$(BIN)/casinowar play

train: $(INSTALLED)terminal ## take the next lesson of the dealer school in the terminal
	@$(BIN)/casinowar train

web: $(INSTALLED)serve ## build the page, if its sources changed
	@$(BIN)/python -m tools.web

webtest: $(DEV_STAMP) lint ## check the sources of the page and run its unit tests
	$(BIN)/python -m tools.web --packages
	$(BIN)/python -m pytest tests/web

browser: $(DEV_STAMP) web ## test the page in a real Chromium: every house, size and theme
	$(BIN)/python -m tools.web --packages
	BROWSER_ALL=1 $(BIN)/python -m pytest tests/browser

screenshots: $(DEV_STAMP) web ## take a picture of every screen and state, in screenshots/
	$(BIN)/python -m tests.browser.pictures

pictures: $(DEV_STAMP) web ## take the pictures of the page and the terminal for the README and the docs
	$(BIN)/python -m tests.browser.moving
	$(BIN)/python -m tests.play.pictures

measure: $(DEV_STAMP) web ## measure the size, speed and stability of the page
	$(BIN)/python -m tests.browser.measure

chromium: ## install Chromium for the browser tests (root and apt-get needed); without it they are skipped
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get install -y --no-install-recommends chromium; } \
	  || echo "Chromium was not installed: the browser tests are skipped."

STARTED := $(shell date +%s)
# mypy runs beside the tests, which sometimes wait. Formatting, lint and types of the page, a
# twelfth of all work, are part of make check.
test: $(DEV_STAMP) style ## check the Python sources, and run all tests except those of the drill and make browser
	@$(MAKE) --no-print-directory --jobs=2 tests mypy; code=$$?; \
	  seconds=$$(($$(date +%s) - $(STARTED))); \
	  echo "make test took $$((seconds / 60)) min $$((seconds % 60)) s"; exit $$code

# Tests wait for browsers, sockets and processes: two would leave the cores idle, and more than four
# collect the tests more often than they gain. A file stays together: what its tests share is made
# once, and some of them look at all the others.
tests: page kernels bytecode
	@$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder

# On another Python: make quick PYTHON=python3.13 VENV=.venv-3.13
QUICK := tests/agreement tests/clauses tests/contracts tests/fairness tests/houses tests/install tests/ledger \
	tests/odds tests/protocol tests/record tests/store tests/table tests/training tests/wire
quick: $(DEV_STAMP) ## run the quick tests, in a minute or two; also for other Python versions
	$(BIN)/python -m pytest -n 2 $(QUICK)

packages: $(DEV_STAMP)
	@$(BIN)/python -m tools.web --packages --if-possible

page: packages
	@$(BIN)/python -m tools.web --if-possible

# once here, not in each process of the tests, which also say what is wrong
bytecode: $(DEV_STAMP)
	@$(BIN)/python -m pytest --collect-only -q >/dev/null || true

kernels: $(DEV_STAMP)
	@$(BIN)/casinowar simulate --house washington --rounds 1000 --seed 1 >/dev/null

check: $(DEV_STAMP) style ## check formatting, lint and types of Python (mypy) and of the page
	@$(MAKE) --no-print-directory --jobs=2 --output-sync mypy lint

style: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-all: check pyright ## make check, and pyright

lint: packages
	@$(BIN)/python -m tools.web --lint --if-possible

mypy: $(DEV_STAMP)
	$(BIN)/mypy

pyright: $(DEV_STAMP)
	$(BIN)/pyright --warnings

format: $(DEV_STAMP) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tools.web --format --if-possible

bench: $(DEV_STAMP) ## measure speed as ratios against named peers
	$(BIN)/python -m bench

goldens: $(DEV_STAMP) ## rewrite generated files: playthroughs, clause index, protocol frames, types; review the diff
	$(BIN)/python -m tests.playthroughs.write
	$(BIN)/python -m tests.clauses.index
	$(BIN)/python -m tests.docs.frames
	$(BIN)/python -m tests.docs.messages
	$(BIN)/python -m tests.docs.commandline
	$(BIN)/python -m tests.docs.notebook
	$(BIN)/python -m tools.typescript
	$(BIN)/python -m tools.card_art
	$(BIN)/python -m tests.env.test_openspiel

mutants: $(DEV_STAMP) ## break the engine in 200 places, one at a time; the tests must notice
	$(BIN)/python -m tests.mutants

drill: $(DEV_STAMP) check-all ## run hours of fault tests: 10,000 simulations, crashes, power failures, fuzz, every slow test
	$(BIN)/python -m tests.simulation --seeds 10000
	$(BIN)/python -m tests.crash
	$(BIN)/python -m tests.drills
	$(BIN)/python -m tests.fairness
	$(BIN)/python -m tests.training.rounds 1000
	$(BIN)/python -m tests.env.means 100000000
	EXAMPLES=all $(BIN)/python -m pytest -n 2 --dist loadfile tests --ignore=tests/browser

dist: $(DEV_STAMP) web ## build a source distribution and a wheel in dist/, and try the wheel in an empty environment
	PAGE_OF_CASINOWAR=must $(BIN)/python -m build --outdir dist
	$(BIN)/python -m tests.install.wheel dist/*.whl

docs: $(INSTALLED)docs ## build the site in site/ and report dead links
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.docs

docs-serve: docs ## show the site on http://localhost:8038
	$(BIN)/python -m tools.docs --serve

docs-test: $(INSTALLED)docs-test docs web ## test the site in Chromium and the notebooks in a kernel
	$(BIN)/python -m tools.web --packages
	SITE_TEST=1 $(BIN)/python -m pytest tests/docs/test_site.py tests/docs/test_notebook.py

clean: ## remove everything that was set up or built
	rm -rf $(VENV) .pyodide site web/node_modules src/casinowar/static .mypy_cache .ruff_cache .pytest_cache .hypothesis

# an older pip takes twice as long; it is kept if no newer one can be downloaded
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) "pip>=25" || echo "pip stays as it is."

$(INSTALLED)%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up in $(VENV), once: this takes a minute."
	@$(PIP_INSTALL) -e ".[$*]"
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) -e ".[dev]"
	@touch $@ $(INSTALLED)serve $(INSTALLED)terminal
