# Needs Python 3.11 or newer, make and a network connection. The first target that needs .venv creates it, with uv if it
# is installed, otherwise with pip.

PYTHON ?= python3# to use another interpreter: make test PYTHON=python3.12
PIP_FLAGS ?= -q# to see the downloads: make test PIP_FLAGS=
HASHED ?=# 1 to install only wheels whose hashes are in requirements.hashes: make test HASHED=1
UV ?= $(shell command -v uv)# path of uv; empty to use pip: make test UV=
JOBS ?= train rllib torchrl tianshou# environments whose examples run: make test-examples JOBS=rllib
ARGS ?=# passed to the program of the target: make test ARGS='-k decimate'

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
QUICK := configs/world_dominance/quick.yaml
STRONG := configs/world_dominance/strong.yaml
AXE_VERSION := 4.14.1
AXE := .cache/web/axe.min.js
AXE_INTEGRITY := sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==# from: npm view axe-core dist.integrity
LADDER ?= scripted_v1 random scripted policy easy medium hard champion# bots that make ladder rates
RULES := --max-turns 400 --last-player last_survivor_wins# the rule options of training
LONG := configs/world_dominance/long.yaml
PIP := -m pip --disable-pip-version-check install $(PIP_FLAGS)
# Only wheels, because uv would build from source if the hash of a wheel is wrong.
LOCKED := $(if $(HASHED),--require-hashes --only-binary :all: -r requirements.hashes,-r requirements.lock)
JOB := .venv-jobs
JOB_TESTS := -m pytest -q --noconftest -o addopts=--import-mode=importlib

# Tests start hundreds of processes, each of which would compile every module if bytecode were not saved.
unexport PYTHONDONTWRITEBYTECODE

# The stamp file contains the folder of the tree: a copied .venv still points to the original tree and is created again.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif

# `install` needs no recipe.
.PHONY: help install codegen train train-strong train-maskable train-long test rules faults mutants check format bench lock protocol clean games orders parity ladder skill stats bench-peers fuzz-maps bench-serve fuzz-serve soak stops test-web test-spiel test-oldest test-together test-long test-portable test-ray test-examples site release audit sbom
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' Makefile

install: $(READY) ## Install the package and everything for development into .venv

train: $(READY) ## Train a bot with PPO from random weights, with one process per core
	@$(BIN)/wd train --config $(QUICK) --processes 0 $(ARGS)

train-strong: $(READY) ## Train with imitation, search labels and PPO
	@$(BIN)/wd train --config $(STRONG) --processes 0 $(ARGS)

train-maskable: $(READY) ## Train as `make train` does, with MaskablePPO of sb3-contrib in one process
	@$(BIN)/wd train --config $(QUICK) --learner maskable --run.name maskable $(ARGS)

train-long: $(READY) ## Train as `make train-strong` does, with more labels and decisions
	@$(BIN)/wd train --config $(LONG) --processes 0 $(ARGS)

test: $(READY) ## Run all tests except those of test-long and other targets
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

test-web: $(VENV)/.web $(AXE) ## Test the page in a browser (Chromium; WD_BROWSER names another one)
	@WD_TEST_WEB=1 $(BIN)/python -m pytest -n 0 tests/web $(ARGS)

$(VENV)/.web: train/requirements/web.txt $(READY)
	@$(call install_into,$(VENV)) -r $<
	@touch $@

# axe-core checks the page for problems with screen readers and keyboards; without it the tests that need it are skipped.
# A file with another hash than the expected one is an error.
$(AXE):
	@mkdir -p $(@D); cd $(@D); if npm pack -s axe-core@$(AXE_VERSION) >/dev/null; then \
	  $(PYTHON) -c "$$CHECK_INTEGRITY" axe-core-$(AXE_VERSION).tgz $(AXE_INTEGRITY) \
	  && tar -xzf axe-core-$(AXE_VERSION).tgz package/axe.min.js && mv package/axe.min.js .; \
	  else echo "npm cannot download axe-core; the page is tested without it" >&2; fi

define CHECK_INTEGRITY
import base64, hashlib, pathlib, sys
name, expected = sys.argv[1:]
got = "sha512-" + base64.b64encode(hashlib.sha512(pathlib.Path(name).read_bytes()).digest()).decode()
sys.exit(f"{name}: expected the hash {expected}, got {got}" if got != expected else 0)
endef
export CHECK_INTEGRITY

test-spiel: $(JOB)/spiel/.ready ## Play the games with OpenSpiel's own tests, search and environments
	@$(JOB)/spiel/bin/python $(JOB_TESTS) tests/envs/test_spiel.py tests/envs/test_spiel_round_trips.py $(ARGS)

test-oldest: $(JOB)/oldest/.ready ## Test with the oldest supported versions of PettingZoo and Gymnasium
	@$(JOB)/oldest/bin/python $(JOB_TESTS) tests/envs/test_old_libraries.py tests/envs/test_between_games.py $(ARGS)

test-together: $(READY) ## Stop and resume a training run of two processes
	@WD_TEST_TOGETHER=1 $(BIN)/python -m pytest -q -n 0 tests/training/test_company_resumed.py $(ARGS)

test-long: $(READY) ## Run the tests that make test skips because they take long
	@WD_TEST_LONG=1 $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal -m long $(ARGS)

test-portable: $(READY) ## Compare interpreted World Dominance with the portable mode
	@WD_TEST_PORTABLE=1 $(BIN)/python -m pytest -q -n 0 tests/compiler/test_modes.py $(ARGS)

test-ray: $(JOB)/ray/.ready ## Play matches on a Ray cluster whose workers and nodes are killed
	@$(JOB)/ray/bin/python $(JOB_TESTS) tests/evaluation/spread/test_ray.py $(ARGS)

test-examples: $(JOBS:%=$(JOB)/%/.ready) ## Run the example scripts, each in its own environment (JOBS=rllib)
	@set -e; for job in $(JOBS); do $(JOB)/$$job/bin/python tests/examples/run_examples.py $$job; done

rules: $(READY) ## Check that every clause of the rules has a passing test (ARGS=-v names the tests)
	@$(BIN)/python -m tests.games.rule_table $(ARGS)

faults: $(READY) ## Apply each standing fault in a copy of the tree and check that a test fails
	@$(BIN)/python -m tests.faults.plant $(ARGS)

mutants: $(READY) ## Make 2,000 random small changes in every folder and check that tests fail
	@$(BIN)/python -u -m tests.faults.mutants $(ARGS)

fuzz-maps: $(READY) ## Read 10,000 map and deck files with random changes; each must load or be rejected
	@$(BIN)/python -m tests.games.domination.mutated_maps $(ARGS)

check: $(READY) ## Check lint, format, types, vocabulary and import order
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/python -m tests.style.vocabulary
	@! $(BIN)/vulture | grep ^wd_env/ | grep -vE '/(rules|definitions|compiler|openspiel)/|/option_types.py'
	@$(BIN)/python -m pytest -q tests/test_imports.py

games: $(READY) ## Play 100,000 random games (5,000 of Superpowers) and check invariants after every action
	@$(BIN)/python -m tests.games.random_games $(ARGS)

orders: $(READY) ## Compare the masks of 100,000 positions of Superpowers with an independent checker of orders
	@$(BIN)/python -m tests.games.superpowers.order_masks $(ARGS)

parity: $(READY) ## Compare 100,000 games (10,000 of Domination, 300 of Superpowers) in batches with single games, action by action
	@$(BIN)/python -m tests.games.equal_games $(ARGS)

ladder: $(READY) ## Rate the bundled bots: 8,000 games of each against scripted_v1, with two to five players
	@mkdir -p runs
	@$(BIN)/wd ladder $(LADDER) --one-vs-rest --players 2 3 4 5 --games 8000 $(RULES) --processes 2 --file runs/ladder.jsonl \
	  --out runs/ladder.json --plots runs/ladder $(ARGS)

skill: $(READY) ## Measure how much of the game is skill, and update docs/experiments/skill.md (up to an hour)
	@$(BIN)/wd skill --baseline scripted_v1 --processes 2 --page docs/experiments/skill.md --plots runs/skill \
	  --out runs/skill.json $(ARGS)
	@for plot in decisions thinking; do cp runs/skill/$$plot.png docs/images/skill_$$plot.png; done

stats: $(READY) ## Measure statistics of every variant and number of players, and update SPEC.md
	@$(BIN)/python -m wd_env.evaluation.regenerate_docs_tables $(ARGS)

codegen: $(READY) ## Write the source files that are generated from tables of decisions and options
	@$(BIN)/python -P wd_env/spec/codegen/generate_code.py world_dominance domination superpowers

format: $(READY) ## Format every file
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(READY) ## Measure the speed of the environment on this machine
	@$(BIN)/wd bench $(ARGS)

bench-serve: $(READY) ## Measure response times of a server, with one client and with many
	@$(BIN)/python -m wd_env.benchmarks.server_latency $(ARGS)

fuzz-serve: $(READY) $(JOB)/fuzz/.ready ## Fuzz a server: schemathesis, random bytes, complete games, resampled secrets
	@$(BIN)/python -m tests.server.fuzz $(ARGS)

soak: $(READY) ## Run a server with 64 games and 30 clients for five minutes, and check memory and response times
	@$(BIN)/python -u -m tests.server.soak $(ARGS)

stops: $(READY) ## Stop a server under load 200 times, and check that no confirmed action is lost
	@$(BIN)/python -u -m tests.server.stops $(ARGS)

bench-peers: $(READY) ## Compare the speed with other libraries, each in its own environment in .venv-peers
	@$(BIN)/python -m tests.benchmarks.peers $(ARGS)

lock: ## Update uv.lock and the files made from it (newest versions: ARGS=--upgrade)
	@$(if $(UV),,echo "uv: not found; make lock needs it (pip install -r .ci/uv.txt)" >&2; exit 1)
	@$(UV) lock $(ARGS)
	@$(PYTHON) .ci/export_lists.py $(UV)

release: $(JOB)/release/.ready ## Build wheel and sdist into dist/, check them, and play a game with the installed wheel
	@rm -rf dist; $(JOB)/release/bin/python -m build --no-isolation -o dist .
	@$(JOB)/release/bin/python -m twine check --strict dist/*
	@set -e; away=$$(mktemp -d); trap 'rm -rf "$$away"' EXIT; $(call new_venv,$$away/venv); \
	$(call install_into,$$away/venv) "$$(echo $(CURDIR)/dist/*.whl)[fast,cli]"; \
	mkdir "$$away/empty"; cd "$$away/empty"; env -u PYTHONPATH ../venv/bin/wd evaluate random scripted --games 2

audit: $(JOB)/release/.ready ## List known vulnerabilities of the locked versions
	@$(JOB)/release/bin/pip-audit -r requirements.lock --no-deps --disable-pip

sbom: $(JOB)/release/.ready ## Write the software bill of materials (CycloneDX) to dist/sbom.json
	@mkdir -p dist; $(JOB)/release/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml -o dist/sbom.json

site: $(JOB)/docs/.ready ## Build the documentation site in build/site, and check its links
	@$(JOB)/docs/bin/python docs/build_site.py build/site

protocol: $(READY) ## Regenerate docs/protocol/ from the message classes
	@$(BIN)/python -m wd_env.server.protocol.generate_schemas

clean: ## Remove all environments, builds and caches; runs/ stays
	@rm -rf $(VENV) .venv-peers $(JOB) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	@find wd_env -name __pycache__ -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml
	@$(call need_python)
	@echo "Setting up $(VENV) from requirements.lock (only now and when the lock changes; downloads take some minutes) ..."
	@test "$$(cat $(READY) 2>/dev/null)" = "$(CURDIR)" || rm -rf $(VENV)
	@rm -f $(READY)
	@$(call new_venv,$(VENV))
	@$(call install_into,$(VENV)) $(LOCKED)
	@$(call install_into,$(VENV)) --no-deps --no-build-isolation -e .
	@echo "$(CURDIR)" > $(READY)

# The environment of a job, which is created again if its requirements change.
$(JOB)/%/.ready: train/requirements/%.txt pyproject.toml
	@$(call need_python)
	@echo "Setting up $(@D) ..."
	@rm -rf $(@D)
	@mkdir -p $(JOB)
	@$(call new_venv,$(@D))
	@$(call install_into,$(@D)) -r $<
	@$(call install_into,$(@D)) --no-deps --no-build-isolation -e .
	@touch $@

# uv reads no settings of pip; a folder of wheels that pip knows by its variable is handed on.
new_venv = $(if $(UV),$(UV) venv -q --allow-existing --python $(PYTHON) $(1),$(PYTHON) -m venv $(1))
install_into = $(if $(UV),$(UV) pip install --compile-bytecode $(PIP_FLAGS) $(if $(PIP_FIND_LINKS),--find-links $(PIP_FIND_LINKS)) \
	--python $(1)/bin/python,$(1)/bin/python $(PIP))

define need_python
command -v $(PYTHON) >/dev/null || { \
  echo "$(PYTHON): not found; wd-env needs Python 3.11 or newer (make ... PYTHON=/path/to/python3)" >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); wd-env needs Python 3.11 or newer (make ... PYTHON=/path/to/python3)" >&2; exit 1; }
endef
