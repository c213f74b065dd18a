# Commands of the project; `make` lists them.
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3.11

.PHONY: help run test testall ui lint types bench clean

help: ## List the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(VENV)/.installed: pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed: install it, or run 'make PYTHON=/path/to/python3.11'."; exit 1; }
	@echo "Installing into $(VENV); this takes a few minutes, once."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@# torch first and alone, so that pip settles on the pinned CPU build where one is at hand.
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt torch==2.13.0
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

run: $(VENV)/.installed ## Install if needed, compute what is missing or stale, print the leaderboard
	@$(BIN)/legal-assets run

test: $(VENV)/.installed-dev ## Run the tests, but not those that take a minute each
	@$(BIN)/pytest -n 2 --dist loadfile -m "not slow"

testall: $(VENV)/.installed-dev ## Run all tests; a quarter of an hour
	@$(BIN)/pytest -n 2 --dist loadfile

ui: $(VENV)/.installed ## Open Dagster on 127.0.0.1:3000
	@$(BIN)/legal-assets ui

lint: $(VENV)/.installed-dev ## Format check, lint, layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports

types: $(VENV)/.installed-dev ## Static types
	@$(BIN)/mypy --strict legal_assets

bench: $(VENV)/.installed-dev ## Measure beside other libraries; minutes
	@$(BIN)/python -m benchmarks

clean: ## Remove everything that was produced, but not .venv
	rm -rf warehouse/store warehouse/indexes warehouse/dagster warehouse/legal.duckdb*
