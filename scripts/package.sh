#!/usr/bin/env bash
# Builds the source distribution and the wheel in dist/ and checks both.
#
#     bash scripts/package.sh
#
# The wheel that is built from the source distribution must be the one that the checkout gives.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up
find_uv || { echo "error: uv cannot be installed into .venv" >&2; exit 1; }
rm -rf dist
"$UV" build --quiet --out-dir dist # the wheel is built from the source distribution
"$UV" build --quiet --wheel --out-dir dist/from_checkout
cmp dist/*.whl dist/from_checkout/*.whl
rm -r dist/from_checkout
"$UV" tool run --quiet twine check --strict dist/*.whl dist/*.tar.gz
"$UV" tool run --quiet check-wheel-contents dist/*.whl
.venv/bin/python scripts/wheel_contents.py dist/*.whl
