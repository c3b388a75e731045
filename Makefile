# The front door. Each target installs what it needs from Debian (scripts/setup asks once) and is safe to run again.
SWIFT ?= swift
HOME_FOLDER ?= $(CURDIR)/build/demo

.DEFAULT_GOAL := help
.PHONY: help run test build page lint format bench pictures fuzz clean setup

help: ## List these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

run: ## Build, make the demo podcast and serve it; Ctrl-C ends everything
	@scripts/setup run
	@scripts/build-page
	@$(SWIFT) build --quiet --product tonearm
	@exec .build/debug/tonearm serve --demo --open --home "$(HOME_FOLDER)" $(ARGUMENTS)

test: ## Run every test: Swift, page logic, other people's programs, and the page in Chromium
	@scripts/setup test
	@scripts/build-page
	$(SWIFT) build --build-tests
	scripts/swift-tests
	scripts/page-tests
	scripts/client-tests
	scripts/browser-tests

build: page ## Build everything in debug
	$(SWIFT) build

page: ## Type-check and bundle the page into web/dist
	@scripts/setup build
	@scripts/build-page

lint: ## Check format, documentation comments and the shape of the code
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	scripts/shape

format: ## Rewrite the Swift files in the house format
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

bench: ## Measure against peers in a release build and write docs/benchmarks.md
	@scripts/setup bench
	scripts/bench

pictures: ## Regenerate docs/pictures, every state of the page
	@scripts/setup test
	@scripts/build-page
	@$(SWIFT) build --quiet --product tonearm
	scripts/pictures

fuzz: ## Fuzz the parsers for ten minutes
	@scripts/setup build
	scripts/fuzz

clean: ## Remove what was built; the demo's data too
	rm -rf .build build web/dist

setup: ## Install what running and testing need
	@scripts/setup test
