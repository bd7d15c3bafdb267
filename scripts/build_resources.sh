#!/usr/bin/env bash
# Builds the resources in models/ that are made from news: term_statistics, cooccurrence, thesaurus,
# latent_semantics and alignment_model. Parsing 3 million words takes most of the time: a quarter
# of an hour on the two cores of a small machine.
#
#     bash scripts/build_resources.sh REUTERS AG_NEWS
#
# REUTERS is the folder of Reuters-21578 with its 22 .sgm files; AG_NEWS is test.csv of AG News,
# which has class, title and description in its columns and no header.
set -euo pipefail
reuters=$(realpath "${1:?name the folder of Reuters-21578}")
ag_news=$(realpath "${2:?name the test.csv of AG News}")
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up

# The corpora are parsed once, for the thesaurus, with a cache other than the user's own.
RTE_BASELINES_CACHE=$(mktemp -d)
trap 'rm -rf "$RTE_BASELINES_CACHE"' EXIT
export RTE_BASELINES_CACHE OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

build() {
    local resource=$1 folder=$2
    shift 2
    .venv/bin/rte-baselines resources build "$resource" "$reuters" "$ag_news" \
        --title-column 2 --text-column 3 --output "models/$folder" "$@" \
        --source "Reuters-21578 (1987, Reuters and Carnegie Group); AG News, test part (2004-05)" \
        --licence "for research, as the corpora are"
}

build thesaurus thesaurus
build term-statistics term_statistics --levels norms,stems,lemmas
build cooccurrence cooccurrence
build latent-semantics latent_semantics
build alignment-model alignment_model

.venv/bin/python scripts/record_resources.py
