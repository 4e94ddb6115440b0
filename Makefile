# SPDX-License-Identifier: MIT

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

recording := lttng-tools liblttng-ust-dev liblttng-ctl-dev
testing := $(recording) babeltrace2 libbabeltrace2-dev binutils
measuring := $(testing) valgrind

# Tells once more at the end what failed, since tests that run side by side mix their lines.
failures-last := awk '{ print; fflush() } /^✘/ { failed = failed $$0 "\n" } END { printf "%s", failed }'

.PHONY: help demo man test test-without-lttng test-threads test-leaks test-addresses stress fuzz bench lint check format clean

help: ## Show what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 22

demo: ## Record the demo program under LTTng and summarise its trace
	@scripts/install-dependencies $(recording)
	@scripts/demo

man: ## Write the manual's pages into .build/man, for man -M .build/man
	swift build --product ractrace
	mkdir -p .build/man/man1
	"$$(swift build --show-bin-path)/ractrace" manual --output .build/man/man1

test: ## Run all tests, those with real sessions under a session daemon of their own
	@scripts/install-dependencies $(testing)
	swift build --build-tests --explicit-target-dependency-import-check error
	scripts/with-private-sessiond swift test --skip-build --parallel 2>&1 | $(failures-last)

test-without-lttng: ## Build and test with the trait LTTng off
	swift test --disable-default-traits --scratch-path .build/without-lttng --parallel 2>&1 | $(failures-last)

test-threads: ## Run all tests under ThreadSanitizer
	scripts/sanitize threads 2>&1 | $(failures-last)

test-leaks: ## Run the tests of the signal core and the demo under LeakSanitizer
	scripts/sanitize leaks 2>&1 | $(failures-last)

test-addresses: ## Run the stress on threads under AddressSanitizer
	scripts/sanitize addresses 2>&1 | $(failures-last)

# What is random begins at another seed each time; STRESS_SEED names the first one.
stress: ## Try random chains of operators for STRESS_SECONDS (60)
	RACTRACE_CORE_ONLY=1 RACTRACE_STRESS_SECONDS=$${STRESS_SECONDS:-60} \
	  RACTRACE_STRESS_SEED=$${STRESS_SEED:-$$(date +%s)} \
	  swift test --disable-default-traits --scratch-path .build/core --filter StressTests

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
