# SPDX-License-Identifier: MIT

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

recording := lttng-tools liblttng-ust-dev liblttng-ctl-dev
testing := $(recording) babeltrace2 libbabeltrace2-dev binutils
measuring := $(testing) valgrind

# Tells once more at the end what failed, since tests that run side by side mix their lines.
failures-last := awk '{ print; fflush() } /^✘/ { failed = failed $$0 "\n" } END { printf "%s", failed }'

.PHONY: help demo test test-without-lttng fuzz bench lint check format clean

help: ## Show what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 22

demo: ## Record the demo program under LTTng and summarise its trace
	@scripts/install-dependencies $(recording)
	@scripts/demo

test: ## Run all tests, those with real sessions under a session daemon of their own
	@scripts/install-dependencies $(testing)
	swift build --build-tests --explicit-target-dependency-import-check error
	scripts/with-private-sessiond swift test --skip-build --parallel 2>&1 | $(failures-last)

test-without-lttng: ## Build and test with the trait LTTng off
	swift test --disable-default-traits --scratch-path .build/without-lttng --parallel 2>&1 | $(failures-last)

fuzz: ## Try hostile traces for FUZZ_SECONDS (60) with libFuzzer and AddressSanitizer
	@scripts/fuzz

bench: ## Measure, each figure beside its baseline
	@scripts/install-dependencies $(measuring)
	@Benchmarks/run

lint: ## Check the formatting of the Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources probes analysis Examples Tests Fuzz Benchmarks

check: ## Check who imports whom, and that the probes' guards are inlined
	scripts/check-imports
	@scripts/install-dependencies $(testing)
	scripts/check-inlining

format: ## Format the Swift sources
	swift format --in-place --recursive --parallel Package.swift Sources probes analysis Examples Tests Fuzz Benchmarks

clean: ## Remove what was built
	rm -rf .build scripts/inlining-client/.build
