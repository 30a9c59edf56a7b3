# What can be done here; `make help` lists it.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-postgres test-kill test-faults test-limits test-mutations lint docs bench

# The same flags for all targets, so that none rebuilds what another has built.
swift_flags := --traits PostgreSQL
# The tool is linked statically with Swift's libraries: it starts faster by a third, and needs no other files.
# Nothing loads the tool as a library, so its symbols need not be exported: 1 MB less.
tool_flags := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xlinker --no-export-dynamic)
tool := .build/release/healthconv
demo := .build/demo
sources := Package.swift Sources Tests

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing system libraries, and look for Swift
	@.ci/setup

build: setup ## Build the tool
	swift build -c release $(swift_flags) $(tool_flags) --product healthconv

demo: build ## Build the tool; convert an export and compare it with the result
	@rm -rf $(demo) && mkdir -p $(demo)
	@if [ -e Samples/demo/export.zip ]; then cp Samples/demo/export.zip $(demo)/export.zip; \
	else $(tool) generate --seed 1 --days 30 -o $(demo)/export.zip; fi
	$(tool) info -q $(demo)/export.zip | sed -n 1,12p
	$(tool) convert $(demo)/export.zip -o $(demo)/samples.jsonl
	head -n 3 $(demo)/samples.jsonl | cut -c 1-300
	$(tool) convert $(demo)/export.zip -q --to csv-dataset -o $(demo)/tables/
	$(tool) diff $(demo)/export.zip $(demo)/tables --exact
	$(tool) convert $(demo)/export.zip -q -o $(demo)/routes.gpx
	grep -c '<trkpt' $(demo)/routes.gpx

test: setup lint ## Check the style and run all tests
	swift test $(swift_flags)

test-postgres: setup ## Test stores on a PostgreSQL server that is started for it
	.ci/with-postgres swift test $(swift_flags) --filter 'HealthStoreTests|PairMatrixTests'

test-kill: build ## Kill loads into a store at random moments, twenty times
	Tests/kill-loads.sh $(tool)

test-faults: build ## Let system calls fail one after another, and check what is left
	$(CC) -shared -fPIC -O1 -Wall -Wextra -o .build/faults.so Tests/Faults/faults.c -ldl
	Tests/Faults/run.py $(tool) .build/faults.so

test-limits: build ## Measure memory and time of expensive inputs
	Tests/Limits/run.py $(tool)

test-mutations: build ## Change files at random for ten minutes, and run commands on them
	Tests/Mutations/run.py $(tool)

lint: setup ## Check the style, and that each module imports only what it may
	swift format lint --strict -r $(sources)
	swift build $(swift_flags) --build-tests --explicit-target-dependency-import-check error

docs: setup ## Check that generated files and examples in documents are up to date
	swift run $(swift_flags) generate-catalog
	git diff --exit-code -- Sources/HealthModel/Catalog/Generated
	swift test $(swift_flags) --filter CommandTests

bench: setup ## Measure conversions against a bare parse by libxml2
	Benchmarks/run.sh
