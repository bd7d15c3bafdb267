#!/usr/bin/env bash
# Installs a wheel into an empty environment outside the checkout, and runs the README's commands
# there, in a folder of their own, without the data of the challenges and, where the system allows
# it, without a network.
#
#     bash scripts/check_wheel.sh WHEEL [PYTHON]
#
# WHEEL is built by scripts/package.sh; PYTHON is another Python than that of .venv.
set -euo pipefail
wheel=$(realpath "${1:?name the wheel that scripts/package.sh builds}")
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set_up
root=$PWD
python=$(realpath "$(command -v "${2:-.venv/bin/python}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

{ find_uv && "$UV" venv --quiet --seed --python "$python" "$folder/environment"; } ||
    "$python" -m venv --clear "$folder/environment"
install "$folder/environment" --quiet "$wheel"

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
unset NLTK_DATA RTE_BASELINES_DATA PYTHONPATH
"${offline[@]}" "$folder/environment/bin/python" -I "$root/scripts/readme_commands.py" "$root/README.md"
