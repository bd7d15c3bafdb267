#!/usr/bin/env bash
# Learns the rule base in models/entailment_rules from news. Parsing 3.4 million words takes most of
# the time: twenty minutes on one core.
#
#     bash scripts/build_rules.sh REUTERS AG_NEWS INDEX
#
# REUTERS is the folder of Reuters-21578 with its 22 .sgm files; AG_NEWS is test.csv of AG News,
# which has class, title and description in its columns and no header. INDEX is a folder for the
# parsed corpus; if the script ended early, it goes on there.
set -euo pipefail
reuters=$(realpath "${1:?name the folder of Reuters-21578}")
ag_news=$(realpath "${2:?name the test.csv of AG News}")
index=$(realpath -m "${3:?name a folder for the parsed corpus}")
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up

.venv/bin/rte-baselines rules index "$reuters" "$ag_news" --output "$index" \
    --title-column 2 --text-column 3 \
    --source "Reuters-21578 (1987, Reuters and Carnegie Group); AG News, test part (2004-05)" \
    --licence "for research, as the corpora are"
.venv/bin/rte-baselines rules learn "$index" --min-fillers 3 \
    --output models/entailment_rules/rules.txt.gz
