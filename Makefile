# Reelevance: `make run` serves the demo, `make serve` your own platform, `make test` tests everything. Needs Python 3.11 and make.

# The system's own Python first: it was built for speed, which one that pyenv compiled usually was not.
PYTHON ?= $(shell for one in /usr/bin/python3.11 python3.11 python3; do "$$one" -c 'import ensurepip, venv' && echo "$$one" && break; done 2>/dev/null || echo python3)
BIN := .venv/bin
STAMP := .venv/.installed
DEV_STAMP := .venv/.installed-dev

# Some images set it: then each process compiles all of the project, and every package, again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: venv dev run serve check lint types imports migrations deploy-check test test-quick clean

venv: $(STAMP)

$(STAMP): requirements.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "installing the packages into .venv (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -r requirements.txt
	@touch $@

dev: $(DEV_STAMP)

$(DEV_STAMP): $(STAMP) requirements-dev.txt
	@echo "installing what checks and tests need into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: $(STAMP)
	@$(BIN)/python manage.py run_demo

serve: $(STAMP)
	@$(BIN)/python manage.py run_platform $(if $(PORT),--port $(PORT)) $(if $(HOST),--host $(HOST))

check: lint types imports migrations deploy-check

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV_STAMP)
	nice -n 5 $(BIN)/mypy

imports: $(DEV_STAMP)
	$(BIN)/lint-imports

migrations: $(DEV_STAMP)
	REELEVANCE_DATA_DIR=.venv/check $(BIN)/python manage.py makemigrations --check --dry-run

deploy-check: $(DEV_STAMP)
	DATABASE_URL=postgres://nobody@localhost/nothing REDIS_URL=redis://localhost/0 ALLOWED_HOSTS=labels.example.org \
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(48))') \
	REELEVANCE_DATA_DIR=.venv/check $(BIN)/python manage.py check --deploy --fail-level WARNING

# Writes docs/entities.md from the models.
.PHONY: entities
entities: $(STAMP)
	REELEVANCE_DATA_DIR=.venv/check $(BIN)/python -m docs.draw_entities

# What reads and writes rows runs on both databases; what needs no database runs once.
ON_POSTGRES := $(wildcard tests/*/*/services tests/*/*/selectors tests/*/models) tests/races tests/consensus/migrations tests/archive/test_unfit_rows.py \
	tests/archive/test_twin_round_trip.py tests/consensus/twin_truths/test_triggers_of_twins.py tests/annotator/desk/api/test_twin_seats.py \
	tests/annotator/desk/api/test_scores.py tests/annotator/desk/api/test_labels.py tests/annotator/desk/api/test_seats.py \
	tests/moments/database tests/security/test_control_characters.py

# Two suites run at once. The others give way to the browser, whose tests look at the clock. Before that, every test is
# compiled once: the workers of a new clone would all do it at the same time.
test: $(DEV_STAMP)
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null 2>&1 & $(BIN)/python -m tests.servers.prepare && wait
	@echo "two suites run at once, for some twenty to forty minutes in all; each prints its results when it ends"
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync=target test-browser test-sqlite test-servers

.PHONY: test-browser test-sqlite test-servers
test-browser: $(DEV_STAMP)
	$(BIN)/python -m pytest --no-migrations -m browser -n 4 --dist loadfile tests/browser

test-sqlite: $(DEV_STAMP)
	nice -n 15 $(BIN)/python -m pytest --no-migrations -m "not servers and not browser" -n 3 --dist loadfile --ignore=tests/browser

test-servers: $(DEV_STAMP)
	REELEVANCE_TEST_DATABASE=postgres nice -n 5 $(BIN)/python -m tests.rig.throwaway $(BIN)/python -m pytest -n 4 --dist loadfile \
	-m "not once and (not slow or (races and not servers))" $(ON_POSTGRES) tests/servers tests/faults

test-quick: $(DEV_STAMP)
	$(BIN)/python -m pytest --no-migrations -m "not servers and not browser and not real_data and not slow" -n auto --dist loadfile --ignore=tests/browser

clean:
	rm -rf .venv var

.PHONY: bench-road bench-evaluation bench-measures bench-scoring
bench-road: $(DEV_STAMP)
	@$(BIN)/python bench/road.py

bench-evaluation: $(DEV_STAMP)
	@$(BIN)/python bench/evaluation.py

.PHONY: bench-twins
bench-twins: $(DEV_STAMP)
	@$(BIN)/python bench/twins.py

.PHONY: bench-twin-road
bench-twin-road: $(DEV_STAMP)
	@$(BIN)/python bench/twin_road.py

.PHONY: bench-twin-rules
bench-twin-rules: $(DEV_STAMP)
	@$(BIN)/python bench/twin_rules.py

bench-measures: $(DEV_STAMP)
	@$(BIN)/python bench/measure_studies.py

.PHONY: bench-marking bench-marking-campaign
bench-marking: $(DEV_STAMP)
	@$(BIN)/python bench/marking_rules.py

bench-marking-campaign: $(DEV_STAMP)
	@$(BIN)/python bench/marking_campaign.py

.PHONY: bench-export bench-marked-export
bench-export: $(DEV_STAMP)
	@$(BIN)/python bench/export.py

bench-marked-export: $(DEV_STAMP)
	@$(BIN)/python bench/marked_export.py

.PHONY: bench-lead
bench-lead: $(DEV_STAMP)
	@$(BIN)/python bench/lead.py

.PHONY: bench-pairs
bench-pairs: $(DEV_STAMP)
	@$(BIN)/python bench/pairs.py

bench-scoring: $(DEV_STAMP)
	@$(BIN)/python -m bench.scoring $(ONLY)

.PHONY: bench-cutting
bench-cutting: $(DEV_STAMP)
	@$(BIN)/python bench/cutting.py

.PHONY: bench-backwards
bench-backwards: $(DEV_STAMP)
	@$(BIN)/python bench/backward_clips.py

.PHONY: bench-whole-video
bench-whole-video: $(DEV_STAMP)
	@$(BIN)/python bench/whole_video.py

.PHONY: bench-marking-desk
bench-marking-desk: $(DEV_STAMP)
	@$(BIN)/python -m bench.marking_desk $(ONLY)

.PHONY: bench-corpus-import
bench-corpus-import: $(DEV_STAMP)
	@$(BIN)/python bench/corpus_import.py $(PLOT)

.PHONY: bench-corpus
bench-corpus: $(DEV_STAMP)
	@$(BIN)/python bench/corpus_ranking.py

# All faults, with longer goes at random orders of actions and at the API; then the same for SECONDS in random order.
.PHONY: faults guards soak bench-load
faults: $(DEV_STAMP)
	@$(BIN)/python -m tests.servers.prepare
	REELEVANCE_TEST_DATABASE=postgres $(BIN)/python -m pytest -m servers tests/faults tests/servers/test_pipeline.py
	REELEVANCE_FUZZ_EXAMPLES=50 REELEVANCE_FUZZ_STEPS=60 REELEVANCE_FUZZ_REQUESTS=30 $(BIN)/python -m pytest -n 0 tests/fuzz
	REELEVANCE_TEST_DATABASE=postgres REELEVANCE_FUZZ_EXAMPLES=20 $(BIN)/python -m pytest -n 0 tests/fuzz/test_campaign_machine.py

# Takes each guard out of a copy of the project: its tests have to fail.
guards: $(DEV_STAMP)
	@$(BIN)/python -m tests.servers.prepare
	@$(BIN)/python -m tests.faults.guards $(ONLY)

# Builds the image of team mode, runs everything from it, and walks a campaign through: Debian as root. REELEVANCE_TEST_POSTGRES
# and REELEVANCE_TEST_REDIS name other servers; the base of the image stays in .venv/images.
.PHONY: check-images
check-images: $(DEV_STAMP)
	@$(BIN)/python -m tests.images

soak: $(DEV_STAMP)
	@$(BIN)/python -m tests.servers.prepare
	$(BIN)/python -m tests.faults.soak $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED))

bench-load: $(DEV_STAMP)
	@$(BIN)/python -m bench.load $(ONLY) $(if $(SECONDS),--seconds $(SECONDS))
