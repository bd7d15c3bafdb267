# Sourced by the other scripts: finds a Python, makes .venv beside the project and installs into it.

python_is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.10 python; do
        if [ -n "$candidate" ] && python_is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "error: Python 3.10 or newer is needed; name one with PYTHON=/path/to/python" >&2
    exit 1
}

# Installs the project with the tools of development, unless that has been done since
# pyproject.toml last changed.
set_up() {
    cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
    # A half-made environment, or one whose Python has gone, is made anew.
    if ! python_is_new_enough .venv/bin/python; then
        "$(find_python)" -m venv --clear .venv
    fi
    if [ ! -e .venv/installed ] || [ pyproject.toml -nt .venv/installed ]; then
        echo "Installing into .venv ..." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --use-pep517 --editable '.[dev]'
        touch .venv/installed
    fi
}
