#!/usr/bin/env bash
# Runs the tests in .venv, after installing the packages for development if needed.
#
#     bash scripts/test.sh [options of pytest]
#
# Tests on the RTE data run if NLTK_DATA names a folder with corpora/rte, and are skipped
# otherwise.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up dev
exec .venv/bin/python -m pytest --numprocesses auto "$@"
