# What can be done here; `make help` lists it.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build demo install uninstall release deb wheel test test-deb test-wheel test-spark test-postgres test-kill \
	test-consumer test-faults test-limits test-threads test-mutations test-allocations lint docs examples bench

# The package manager gives the traits to the compiler in the order of a set, which is another in each process unless this
# variable is set, and compiles everything anew where the order changed.
swift := SWIFT_DETERMINISTIC_HASHING=1 swift
# The same flags for all targets, so that none rebuilds what another has built.
swift_flags := --traits PostgreSQL,ISAL,YAML
# The tool is linked statically with Swift's libraries: it starts faster by a third, and needs no other files.
# Nothing loads the tool as a library, so its symbols need not be exported: 1 MB less.
tool_flags := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xlinker --no-export-dynamic)
tool := .build/release/healthconv
# Tests are compiled with optimization, and run five times as fast; assertions stay on.
test_scratch := .build/tests
test_flags := $(swift_flags) --scratch-path $(test_scratch) -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug
build_tests := $(swift) build $(test_flags) --build-tests --explicit-target-dependency-import-check error
run_tests := swift test --skip-build $(test_flags)
thread_scratch := .build/threads
thread_flags := --sanitize thread --scratch-path $(thread_scratch) -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
demo := .build/demo
demo_tool := .build/debug/healthconv
PREFIX ?= /usr/local
# The path of the documentation on its server, such as /healthconv
BASE ?=
sources := Package.swift Sources Tests Samples/library Samples/format Samples/server/Package.swift Samples/server/Sources

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing system libraries, and look for Swift
	@.ci/setup

build: setup ## Build the tool
	$(swift) build -c release $(swift_flags) $(tool_flags) --product healthconv

# A debug build takes less than half the time of a release build, and the tests use it, too.
demo: setup ## Build the tool without optimization; convert an export and compare it with the result
	@echo "make demo: builds the tool without optimization, about 4 minutes of CPU for the first time, then converts an export"
	$(swift) build $(swift_flags) --product healthconv
	@rm -rf $(demo) && mkdir -p $(demo)
	@if [ -e Samples/demo/export.zip ]; then cp Samples/demo/export.zip $(demo)/export.zip; \
	else $(demo_tool) generate --seed 1 --days 30 -o $(demo)/export.zip; fi
	$(demo_tool) info -q $(demo)/export.zip | sed -n 1,12p
	$(demo_tool) convert $(demo)/export.zip -o $(demo)/samples.jsonl
	head -n 3 $(demo)/samples.jsonl | cut -c 1-300
	$(demo_tool) convert $(demo)/export.zip -q --to csv-dataset -o $(demo)/tables/
	$(demo_tool) diff $(demo)/export.zip $(demo)/tables --exact
	$(demo_tool) convert $(demo)/export.zip -q -o $(demo)/routes.gpx
	grep -c '<trkpt' $(demo)/routes.gpx

install: ## Install the tool, man pages and completions in PREFIX (/usr/local); DESTDIR is put in front
	@[ -x $(tool) ] || { echo "make install: build the tool first: make build" >&2; exit 1; }
	Packaging/tree $(tool) "$(DESTDIR)" "$(PREFIX)"

uninstall: ## Remove what 'make install' with the same PREFIX installed
	Packaging/untree "$(DESTDIR)" "$(PREFIX)"

release: setup ## Build archive, .deb, wheel, bill of materials and checksums in .build/dist
	Packaging/release

deb: setup ## Build the .deb
	Packaging/release deb

wheel: setup ## Build the Python wheel
	Packaging/release wheel

test-deb: ## Install the .deb in a fresh Debian and run the README there (as root)
	Packaging/test-deb

test-wheel: ## Install the wheel in a fresh virtual environment and test it
	Packaging/test-wheel

test-spark: build ## Test studies in Spark, Dask, DuckDB and Delta; installs PySpark in .build/spark
	Python/tests/run-spark $(tool)

test: setup lint ## Check the style and run all tests
	.ci/test $(test_scratch)/debug/healthconvPackageTests.xctest

test-postgres: setup ## Test stores on a PostgreSQL server that is started for it
	$(build_tests)
	.ci/with-postgres $(run_tests) --filter 'HealthStoreTests|PairMatrixTests' 2>&1 | .ci/failures

test-consumer: setup ## Build a program with the library alone, without ISA-L, libyaml and libpq
	Tests/Consumer/run

test-kill: build ## Kill loads into a store at random moments, twenty times
	Tests/kill-loads.sh $(tool)

test-faults: build ## Let system calls fail one after another, and check what is left
	$(CC) -shared -fPIC -O1 -Wall -Wextra -o .build/faults.so Tests/Faults/faults.c -ldl
	Tests/Faults/run.py $(tool) .build/faults.so

test-limits: build ## Measure memory and time of expensive inputs
	Tests/Limits/run.py $(tool)

# With the sanitizer, Swift 6.3 makes code that the verifier of LLVM refuses where a property of an object in a noncopyable
# value is changed in place. It runs well.
test-threads: setup ## Run commands and tests with several threads under the thread sanitizer
	$(swift) build $(swift_flags) $(thread_flags) --product healthconv
	.ci/with-postgres Tests/Threads/run.py $(thread_scratch)/debug/healthconv

test-mutations: build ## Change files, cells and pages at random for ten minutes each, and run commands on them
	Tests/Mutations/run.py $(tool)
	Tests/Mutations/cells.py $(tool)

test-allocations: build ## Count allocations for each sample
	Tests/Allocations/run.py $(tool)

lint: setup ## Check the style, and that each module imports only what it may
	swift format lint --strict -r $(sources)
	$(build_tests)

docs: setup ## Check generated files and examples in documents; build the pages of the documentation in .build/site
	$(swift) run $(swift_flags) generate-catalog
	git diff --exit-code -- Sources/HealthModel/Catalog/Generated Sources/HealthKitNames/Generated
	$(swift) test $(swift_flags) --filter 'CommandTests|LibrarySamples|ArticleTests'
	Packaging/library-pages .build/debug/Modules .build/site/library $(BASE)/library
	Packaging/site .build/debug/healthconv .build/site

examples: setup ## Try the examples of servers: uploads, row-level security, backups, dashboards
	$(swift) build $(swift_flags) --product healthconv
	.ci/with-postgres Samples/postgres/try .build/debug/healthconv
	.ci/with-postgres Samples/grafana/try .build/debug/healthconv
	.ci/with-postgres Samples/server/try .build/debug/healthconv

bench: build ## Measure conversions against a bare parse by libxml2
	Benchmarks/run.py $(tool) $(BENCH)
