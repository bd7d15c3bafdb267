# Sourced by the other scripts: finds a Python, makes .venv beside the project, installs into it.

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

# Shows each package that pip downloads, with its size if pip reports it.
show_packages() {
    awk '/^ *(Downloading|Using cached|Processing) .*\.(whl|tar\.gz)( |$)/ {
        size = match($0, /\([0-9][^)]*\)/) ? substr($0, RSTART, RLENGTH) : ""
        sub(/^ *(Downloading|Using cached|Processing) /, "")
        sub(/ .*/, "")
        sub(/.*\//, "")
        sub(/\.(whl|tar\.gz)$/, "")
        split($0, part, "-")
        print "  " part[1] " " part[2] " " size
        fflush()
    }
    /^Installing collected packages:/ { print "Unpacking them ..."; fflush() }' >&2
}

# Installs the project into .venv, unless that has been done since pyproject.toml last changed.
#
#     set_up [EXTRA]    with the packages of an optional extra of pyproject.toml, such as dev
set_up() {
    local extra=${1:-}
    local mark=.venv/installed${extra:+-$extra}
    cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
    # An incomplete environment, or one without its Python, is created again.
    if ! python_is_new_enough .venv/bin/python; then
        "$(find_python)" -m venv --clear .venv
    fi
    if [ -e "$mark" ] && [ ! pyproject.toml -nt "$mark" ]; then
        return
    fi
    echo "Installing rte_baselines${extra:+ with the packages for development} into .venv" >&2
    SECONDS=0
    # Warnings about configured package locations that do not exist are not about this project.
    .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off --no-color \
        --use-pep517 --editable ".${extra:+[$extra]}" \
        2> >(grep -v '^WARNING: Location .* is ignored' >&2) | show_packages
    touch "$mark"
    echo "Installed in $SECONDS s; .venv takes $(du -sh .venv | cut -f 1)." >&2
}
