# Two commands matter to a newcomer: `make run` and `make test`. `make help` lists the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
# A make that this one starts would find the Python of an environment.
export PYTHON
# What a user has, requirements.lock alone, runs the product, also for tests. What works on the product is elsewhere.
VENV := .venv
DEV_VENV := build/dev-venv
# uv, Node.js and what packs the wheel: the front end is built while the product's environment is installed.
BUILD_VENV := build/build-venv
RUN := $(VENV)/bin/python manage.py
export PATH := $(CURDIR)/$(DEV_VENV)/bin:$(CURDIR)/$(VENV)/bin:$(CURDIR)/$(BUILD_VENV)/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONUNBUFFERED := 1
# Every start of a server would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

RUNTIME := $(VENV)/.installed
DEV := $(DEV_VENV)/.installed
BUILD := $(BUILD_VENV)/.installed
NODE_MODULES := frontend/node_modules/.installed
# Packages that the front end is built from; for `make run` they are all that is installed.
BUILD_MODULES := $(NODE_MODULES)
FRONTEND := frontend/dist/.built
BUNDLE := build/static/.collected
# What first starts copy instead of migrating.
PREPARED := build/prepared.sqlite3
MIGRATIONS := $(wildcard */migrations/*.py */*/migrations/*.py)
BENCH := build/bench-venv/.installed
SBOM := build/sbom-venv/.installed
NPM_CI := PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error
# A second `make run` beside the first waits until everything is built.
ONE_AT_A_TIME := $(if $(shell command -v flock),flock build/.lock)
FRONTEND_SOURCES := $(shell find frontend/src -type f 2>/dev/null) frontend/vite.config.ts frontend/service-logos.ts frontend/tsconfig.json
PY_SOURCES := manage.py tools agents workflow_editor tests
SERVERS := python -m tests.servers.private_servers
PARALLEL := python -m tests.parallel
# Tests that meet no database or bring one of their own; the table of tools asks no more of it than others do.
NO_DATABASE := $(wildcard \
	$(addprefix tests/tools/,calls core evaluation executors/test_*.py executors/*/test_*.py mcp outbound policies runner sandbox secrets/test_redaction.py) \
	$(addprefix tests/agents/,core loop profiles providers knowledge/embedding knowledge/parsers knowledge/text) \
	$(addprefix tests/workflow_editor/,cassettes engine graph nodes triggers embedded scaled every_tool) \
	$(addprefix tests/workflow_editor/,openai_api/test_streaming.py mcp/test_real_server.py) \
	$(addprefix tests/workflow_editor/,services_triggers/test_repeated_headers.py services_triggers/test_webhook_streams.py test_mail_settings.py))
# Where SQL differs between the databases: the store of runs, claims, recovery, waits, triggers, locks, JSON, migrations.
OWN_SQL := $(wildcard \
	$(addprefix tests/workflow_editor/,run_store postgresql models tasks services_triggers alerts realtime services_backups/test_tables.py) \
	$(addprefix tests/workflow_editor/services/test_,recovery.py waits.py waits_in_passes.py early_claims.py persistent_values.py table_writes.py limits.py) \
	$(addprefix tests/tools/,audit services/postgresql executors/database/postgresql adapters/test_cleaning.py adapters/test_tables.py) \
	tests/upgrades)
# The pure core: no database, no server.
CORE := $(wildcard \
	$(addprefix tests/tools/,calls core policies secrets) \
	$(addprefix tests/agents/,core loop profiles) \
	$(addprefix tests/workflow_editor/,cassettes engine graph nodes triggers))
OPENAPI := python manage.py spectacular --settings workflow_editor.settings.test --format openapi-json --validate --fail-on-warn

# An environment of a lock file alone, made again where an installation was interrupted. By pip where uv cannot be used.
define INSTALL
test -e $@ || rm -rf $(@D)
rm -f $@
test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
{ command -v uv >/dev/null && uv pip install --quiet --python $(@D)/bin/python --no-deps --require-hashes -r $<; } \
	|| $(@D)/bin/pip install --quiet --no-deps --require-hashes -r $<
touch $@
endef

.DEFAULT_GOAL := help
.PHONY: help run run-scaled built wheel dev install hooks services test test-all test-rest test-fast migrated core side-by-side format-check static format lint types layers django schema schema-check third-party audit sbom messages frontend-lint unit unit-rest unit-postgres unit-postgres-rest frontend-unit e2e e2e-smoke e2e-rest bench bench-row bench-smoke bench-smoke-rest chaos container-check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: built ## build what is missing and start the product on this machine
	@exec $(RUN) up

run-scaled: built ## the same as several processes around PostgreSQL and Redis, private ones unless their URLs are set
	@exec $(RUN) up --scaled

built:
	@mkdir -p build
	@$(ONE_AT_A_TIME) $(MAKE) --no-print-directory --jobs=2 BUILD_MODULES=frontend/node_modules/.build-installed $(RUNTIME) $(BUNDLE)

wheel: built ## the product with its front end as one wheel in build/wheel, for `pip install`
	rm -rf build/wheel
	$(BUILD_VENV)/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel .

dev: install ## the product for work on it: one address, and what changes is loaded again
	@exec python -m tests.dev.run

install: $(RUNTIME) $(DEV) $(NODE_MODULES) ## install everything that work on the product needs

$(RUNTIME): requirements.lock | $(BUILD)
	$(INSTALL)

$(DEV): requirements-dev.lock | $(BUILD)
	$(INSTALL)

$(BUILD): requirements-build.lock
	$(INSTALL)

$(BENCH): requirements-bench.lock | $(BUILD)
	$(INSTALL)

frontend/node_modules/.build-installed: frontend/package-lock.json | $(BUILD)
	cd frontend && $(NPM_CI) --omit=dev
	touch $@

$(NODE_MODULES): frontend/package-lock.json | $(BUILD)
	cd frontend && $(NPM_CI)
	touch frontend/node_modules/.build-installed $@

$(FRONTEND): $(BUILD_MODULES) $(FRONTEND_SOURCES)
	cd frontend && npm run --silent build -- --logLevel warn
	touch $@

$(BUNDLE): $(FRONTEND) $(RUNTIME) | $(PREPARED)
	$(RUN) collectstatic --noinput --clear --verbosity 0
	touch $@

$(PREPARED): $(MIGRATIONS) $(RUNTIME)
	rm -rf build/prepared
	DATA_DIR=build/prepared DATABASE_URL= REDIS_URL= $(RUN) prepare_database $@
	rm -r build/prepared

hooks: $(DEV) $(NODE_MODULES) ## check the files of each commit (.pre-commit-config.yaml)
	pre-commit install

services: ## install Chromium, Redis, PostgreSQL, MariaDB and Dovecot for the tests where they are missing
	@.ci/install-services

test: services side-by-side unit unit-postgres e2e-smoke bench-smoke ## the everyday gate: static checks and one of each kind of everything

test-all: test test-rest ## everything that must be green: the same as CI

test-rest: services unit-rest unit-postgres-rest e2e-rest bench-smoke-rest ## what `test-all` has beyond `test`: further rows, variants and started products

test-fast: $(DEV) $(NODE_MODULES) ## the pure core and the front end's unit tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target core frontend-unit

side-by-side: ## what takes one core, two at a time: installs, the build, checks without tests, front-end unit tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target frontend-unit static $(BUNDLE) migrated

static: types frontend-lint format-check lint layers schema-check django ## everything that is checked without running tests

format: install ## format all code
	ruff format $(PY_SOURCES)
	ruff check --fix $(PY_SOURCES)
	cd frontend && npm run --silent format

format-check: $(DEV)
	ruff format --check $(PY_SOURCES)

lint: $(DEV) ## ruff
	ruff check $(PY_SOURCES)

types: $(DEV) ## mypy, strict
	mypy $(PY_SOURCES)

layers: $(DEV) ## who may import whom
	lint-imports

django: $(DEV) ## Django's own checks
	python manage.py check --settings workflow_editor.settings.test
	python manage.py makemigrations --check --dry-run --settings workflow_editor.settings.test
	HTTPS=1 DATA_DIR=build/check python manage.py check --deploy --fail-level WARNING

# A database that the test processes copy: else all of them wait for the first one to make it.
migrated: $(RUNTIME) $(DEV)
	python -m tests.database.migrated >/dev/null

core: $(DEV)
	$(PARALLEL) --only everyday --processes $(shell getconf _NPROCESSORS_ONLN) $(CORE)

unit: $(RUNTIME) $(DEV) $(NODE_MODULES) $(BUNDLE) ## pytest on SQLite
	$(PARALLEL) --only everyday

unit-rest: $(RUNTIME) $(DEV) $(NODE_MODULES) $(BUNDLE)
	$(PARALLEL) --only exhaustive

unit-postgres: $(RUNTIME) $(DEV) services ## the tests of what has SQL of its own there, on PostgreSQL and Redis
	$(SERVERS) $(PARALLEL) --only everyday $(OWN_SQL) $(addprefix --ignore=,$(NO_DATABASE))

# The rows that the everyday gate leaves out there, and the other tests that meet a database.
unit-postgres-rest: $(RUNTIME) $(DEV) services
	$(SERVERS) sh -c '$(PARALLEL) --only exhaustive $(OWN_SQL) $(addprefix --ignore=,$(NO_DATABASE)) && \
		$(PARALLEL) tests/tools tests/agents tests/workflow_editor $(addprefix --ignore=,$(NO_DATABASE) $(OWN_SQL))'

schema: install ## write the OpenAPI document and the front end's types from it
	$(OPENAPI) --file frontend/src/api/openapi.json
	cd frontend && npm run --silent schema src/api/openapi.json src/api/schema.gen.ts

third-party: $(DEV) ## write THIRD_PARTY.md: the packages that reach users, and their licences
	python -m tests.third_party.write

audit: $(RUNTIME) $(DEV) ## the licences of what reaches users, and known vulnerabilities (OSV_URL names a mirror of the database)
	python -m tests.third_party.audit

sbom: $(RUNTIME) $(NODE_MODULES) $(SBOM) ## write the bill of materials of server and front end to build/sbom, as CycloneDX
	mkdir -p build/sbom
	$(dir $(SBOM))bin/cyclonedx-py environment $(VENV) --pyproject pyproject.toml --output-reproducible --output-file build/sbom/server.cdx.json
	cd frontend && npm sbom --sbom-format cyclonedx --package-lock-only > ../build/sbom/front-end.cdx.json
	$(dir $(SBOM))bin/python -m tests.third_party.validate_sbom build/sbom/*.cdx.json

messages: $(DEV) ## add the code's new messages to the catalogues of Python, and compile them
	python -m tests.catalogue

schema-check: install ## the OpenAPI document is valid, and it and the front end's types are up to date
	mkdir -p build
	$(OPENAPI) --file build/openapi.json
	cd frontend && npm run --silent schema ../build/openapi.json ../build/schema.gen.ts
	cmp build/openapi.json frontend/src/api/openapi.json && cmp build/schema.gen.ts frontend/src/api/schema.gen.ts \
		&& cmp build/limits.gen.ts frontend/src/api/limits.gen.ts \
		&& cmp build/bodies.gen.ts frontend/src/api/bodies.gen.ts \
		&& cmp build/rules.gen.ts frontend/src/api/rules.gen.ts \
		|| { echo 'Run `make schema` and commit what it writes.'; exit 1; }

frontend-lint: $(NODE_MODULES) ## front end: types, lint
	cd frontend && npm run --silent types && npm run --silent lint

frontend-unit: $(NODE_MODULES) ## front end: unit tests
	cd frontend && npm run --silent test

e2e: install services $(BUNDLE) ## every story in a real browser
	cd frontend && npm run --silent e2e

e2e-smoke: install services $(BUNDLE) ## stories that walk each main path once, and a look at twelve screens
	cd frontend && npm run --silent e2e:smoke

e2e-rest: install services $(BUNDLE) ## all other stories
	cd frontend && npm run --silent e2e:rest

# The targets with tests that `test` has, and those that only `test-all` has.
EVERYDAY_TESTS := unit unit-postgres e2e-smoke
FURTHER_TESTS := unit-rest unit-postgres-rest e2e-rest

.PHONY: coverage
coverage: install services $(BUNDLE) ## which lines and branches tests reach, and what only test-all reaches; all, or the tests in PATHS
	@python -m tests.coverage.run --everyday "$(EVERYDAY_TESTS)" --rest "$(FURTHER_TESTS)" $(PATHS)

bench: install services $(BUNDLE) $(BENCH) ## figures as one JSON document, each beside its floor; all, or the PARTS named
	@python -m tests.bench.run --into build/bench.json $(PARTS:%=--only %)

bench-row: $(DEV) ## the row of the last `make bench` for docs/performance.md
	@python -m tests.bench.row build/bench.json

# Parts that need PostgreSQL and Redis, other engines or a browser.
BENCH_REST := scaled fairness_scaled files_scaled peers editor

bench-smoke: $(DEV) $(BUNDLE) ## the other parts of the bench at their smallest size: that they run, not how fast
	@python -m tests.bench.run --smoke $(BENCH_REST:%=--skip %) > build/bench-smoke.json

bench-smoke-rest: install services $(BUNDLE) $(BENCH) ## the parts that need servers, other engines or a browser, at their smallest size
	@python -m tests.bench.run --smoke $(BENCH_REST:%=--only %) > build/bench-smoke-rest.json

CHAOS_SECONDS ?= 300
CHAOS_SEED ?= 1

chaos: install services $(BUNDLE) ## kill everything at random under load, and prove that nothing was lost or doubled
	python -m tests.chaos.run --seconds $(CHAOS_SECONDS) --seed $(CHAOS_SEED)

container-check: $(DEV) services ## take the steps of the Dockerfile in a folder, and start what they made
	python -m tests.container.run

clean: ## remove what was built (not your data)
	rm -rf build frontend/dist frontend/node_modules $(VENV)
