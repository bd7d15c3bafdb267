#!/usr/bin/env bash
# Builds models/term_statistics and models/cooccurrence, in about a minute on one core.
#
#     bash scripts/build_statistics.sh REUTERS AG_NEWS
#
# REUTERS is the folder of Reuters-21578 with its 22 .sgm files; AG_NEWS is test.csv of AG News,
# which has class, title and description in its columns and no header.
set -euo pipefail
reuters=$(realpath "${1:?name the folder of Reuters-21578}")
ag_news=$(realpath "${2:?name the test.csv of AG News}")
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up

build() {
    OMP_NUM_THREADS=1 .venv/bin/rte-baselines resources build "$1" "$reuters" "$ag_news" \
        --title-column 2 --text-column 3 --output "models/$2" \
        --source "Reuters-21578 (1987, Reuters and Carnegie Group); AG News, test part (2004-05)" \
        --licence "for research, as the corpora are; counts only, no text"
}

build term-statistics term_statistics
build cooccurrence cooccurrence
