#!/usr/bin/env bash
# Builds the site of the documents in build/site, after installing what that needs. Fails if a link
# or an anchor leads nowhere.
#
#     bash scripts/docs.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up docs
exec .venv/bin/python scripts/build_docs.py
