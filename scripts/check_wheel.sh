#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment outside the checkout, and runs the
# README's commands there, in a folder of their own, without the data of the challenges and, where
# the system allows it, without a network.
#
#     bash scripts/check_wheel.sh [PYTHON]    with another Python than that of .venv
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up
root=$PWD
python=$(realpath "$(command -v "${1:-.venv/bin/python}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if find_uv; then
    "$UV" build --quiet --wheel --out-dir "$folder/dist"
else
    .venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir "$folder/dist" .
fi
"$python" -m venv "$folder/environment"
install "$folder/environment" --quiet "$folder"/dist/*.whl

offline=()
for attempt in "unshare --net" "unshare --map-root-user --net"; do
    if $attempt true 2>/dev/null; then
        read -ra offline <<<"$attempt"
        break
    fi
done
[ ${#offline[@]} -gt 0 ] || echo "The network cannot be switched off here; it stays on." >&2

mkdir "$folder/elsewhere"
cd "$folder/elsewhere"
unset NLTK_DATA RTE_BASELINES_DATA
"${offline[@]}" "$folder/environment/bin/python" -I "$root/scripts/readme_commands.py" "$root/README.md"
