#!/usr/bin/env bash
# Makes .venv, installs the project, and runs the main job: every shipped recognizer is trained,
# run and scored, on RTE-1, 2 and 3 if NLTK_DATA or --data-dir has them, else on the sample.
#
#     bash scripts/quickstart.sh [options of `rte-baselines demo`]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up
exec .venv/bin/rte-baselines demo --output results "$@"
