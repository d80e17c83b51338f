# 雀账. `make run` and `make test` are all that a fresh machine needs besides Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH_STAMP := $(VENV)/.installed-bench
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile pyproject.toml --quiet --generate-hashes \
	--allow-unsafe --strip-extras --no-emit-options --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help setup run test lint format lock bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 10

setup: $(STAMP) ## build .venv from the lock (done by the other targets when needed)

$(STAMP): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@echo "setting up $(VENV); a minute or so the first time (第一次安装，约一分钟)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

run: setup ## the bot: in this terminal, or on Telegram with TELEGRAM_BOT_TOKEN set
	@$(BIN)/quezhang run $(ARGS)

test: setup ## run the tests; ARGS="tests/test_x.py -k name" for some of them
	$(BIN)/pytest -q -n logical --maxprocesses 8 --dist worksteal $(ARGS)

lint: setup ## style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict core bot storage

format: setup ## put the code into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: setup ## write the locks anew (on Python 3.11); UPGRADE=--upgrade takes newer releases
	$(LOCK) --output-file requirements.lock
	$(LOCK) --constraint requirements.lock --extra dev --build-deps-for editable --output-file requirements-dev.lock
	$(LOCK) --constraint requirements-dev.lock --extra bench --output-file requirements-bench.lock

bench: $(BENCH_STAMP) ## measure against the references; needs a C++ compiler
	$(BIN)/quezhang bench $(ARGS)

$(BENCH_STAMP): $(STAMP) requirements-bench.lock
	$(PIP_INSTALL) --no-build-isolation --require-hashes -r requirements-bench.lock
	@touch $@

clean: ## remove .venv and every cache; data/ stays
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
