#!/usr/bin/env bash
# Runs the tests in .venv, after installing the packages for development if needed.
#
#     bash scripts/test.sh [options of pytest]
#
# -m "not slow" leaves out the tests that take long. Property-based tests have the same examples in
# each run; --hypothesis-profile thorough draws four times as many, others each time.
#
# Tests on the RTE data run if NLTK_DATA names a folder with corpora/rte, and are skipped
# otherwise.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up dev
use_memory_for_temporary_files
# Neighbouring tests share what they load, so they stay together while there is work for all.
exec .venv/bin/python -m pytest --numprocesses auto --dist worksteal "$@"
